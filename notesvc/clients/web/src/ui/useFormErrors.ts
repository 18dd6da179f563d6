/** What is wrong with a form, and the focus on the first field that has one. */
import { type ChangeEvent, useRef, useState } from "react";
import { FIELDS, type Field, type FormErrors } from "./formErrors";

export function useFormErrors() {
  const [errors, setErrors] = useState<FormErrors>({});
  const inputs = useRef<Partial<Record<Field, HTMLInputElement | null>>>({});
  return {
    errors,
    /** What makes an input the field of that name. Somebody types: what was said of it may no longer be so. */
    input: (name: Field, value: string, change: (typed: string) => void) => ({
      ref: (input: HTMLInputElement | null) => {
        inputs.current[name] = input;
      },
      value,
      error: errors[name],
      onChange: (typed: string | ChangeEvent<HTMLInputElement>) => {
        change(typeof typed === "string" ? typed : typed.currentTarget.value);
        setErrors(({ [name]: _, form: __, ...others }) => others);
      },
    }),
    /** Show them; whether there are any. */
    show(found: FormErrors): boolean {
      setErrors(found);
      const first = FIELDS.find((name) => found[name] !== undefined);
      if (first !== undefined) inputs.current[first]?.focus();
      return Object.values(found).some((error) => error !== undefined);
    },
  };
}
