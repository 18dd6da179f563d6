/** What is wrong with a form, and the focus on the first field that has one. */
import { useRef, useState } from "react";
import { FIELDS, type Field, type FormErrors } from "./formErrors";

export function useFormErrors() {
  const [errors, setErrors] = useState<FormErrors>({});
  const inputs = useRef<Partial<Record<Field, HTMLInputElement | null>>>({});
  return {
    errors,
    /** For the `ref` of the field's input. */
    field: (name: Field) => (input: HTMLInputElement | null) => {
      inputs.current[name] = input;
    },
    /** Show them; whether there are any. */
    show(found: FormErrors): boolean {
      setErrors(found);
      const first = FIELDS.find((name) => found[name] !== undefined);
      if (first !== undefined) inputs.current[first]?.focus();
      return Object.values(found).some((error) => error !== undefined);
    },
    /** Somebody types: what was said of this field may no longer be so. */
    forget(name: Field): void {
      setErrors(({ [name]: _, form: __, ...others }) => others);
    },
  };
}
