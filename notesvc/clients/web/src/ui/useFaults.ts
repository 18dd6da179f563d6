/** The faults of a form, and the focus on the first field that has one. */
import { useRef, useState } from "react";
import { type Faults, FIELDS, type Field } from "./faults";

export function useFaults() {
  const [faults, setFaults] = useState<Faults>({});
  const inputs = useRef<Partial<Record<Field, HTMLInputElement | null>>>({});
  return {
    faults,
    /** For the `ref` of the field's input. */
    field: (name: Field) => (input: HTMLInputElement | null) => {
      inputs.current[name] = input;
    },
    /** Show them; whether there are any. */
    show(found: Faults): boolean {
      setFaults(found);
      const first = FIELDS.find((name) => found[name] !== undefined);
      if (first !== undefined) inputs.current[first]?.focus();
      return Object.values(found).some((fault) => fault !== undefined);
    },
    /** Somebody types: what was said of this field may no longer be so. */
    forget(name: Field): void {
      setFaults(({ [name]: _, form: __, ...others }) => others);
    },
  };
}
