/** Form fields that outlive a change of language, which shows the page anew; in this page's memory only. */
import { useState } from "react";

const kept = new Map<string, unknown>();

export function useKeptFields<Fields extends object>(form: string, initial: Fields) {
  const [fields, setFields] = useState<Fields>(() => (kept.get(form) as Fields | undefined) ?? initial);
  const change = (some: Partial<Fields>) => {
    setFields((before) => {
      const now = { ...before, ...some };
      kept.set(form, now);
      return now;
    });
  };
  return { fields, change, forget: () => kept.delete(form) };
}
