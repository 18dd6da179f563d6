/** One of a few, side by side: radio buttons that look like words. */
import { useId } from "react";
import "./choice.css";

interface Props<Value extends string> {
  label: string;
  value: Value;
  options: [Value, string][];
  onChange: (value: Value) => void;
}

export function Choice<Value extends string>({ label, value, options, onChange }: Props<Value>) {
  const name = useId();
  return (
    <div className="choice" role="radiogroup" aria-label={label}>
      {options.map(([each, word]) => (
        <label key={each} className="choice-option">
          <input type="radio" name={name} checked={each === value} onChange={() => onChange(each)} />
          <span>{word}</span>
        </label>
      ))}
    </div>
  );
}
