import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";

export interface ChoiceOption {
  value: string;
  label: string;
}

interface Props extends Omit<ComponentProps<"select">, "onChange"> {
  options: readonly ChoiceOption[];
  value: string;
  onChoose(value: string): void;
}

/** The platform's own list: right on a phone, with the keyboard and to a screen reader, at no cost. */
export function Choice({ options, onChoose, className = "", ...rest }: Props) {
  return (
    <span className={`relative inline-block ${className}`}>
      <select
        {...rest}
        onChange={(event) => onChoose(event.target.value)}
        className="field appearance-none truncate pe-7"
      >
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2 size-3.5 -translate-y-1/2 text-faint"
      />
    </span>
  );
}
