import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { useOptimisticValue } from "./use-optimistic-value.ts";

export interface SelectOption {
  value: string;
  label: string;
}

interface Props extends Omit<ComponentProps<"select">, "onChange"> {
  options: readonly SelectOption[];
  value: string;
  /** A promise says when the choice was taken or refused; until then it is shown. */
  onValueChange(value: string): unknown;
}

/** The platform's own list: right on a phone, with the keyboard and to a screen reader, at no cost. */
export function Select({ options, value, onValueChange, className = "", ...rest }: Props) {
  const [chosen, choose] = useOptimisticValue(value, onValueChange);
  return (
    <span className={`relative inline-block ${className}`}>
      <select
        {...rest}
        value={chosen}
        onChange={(event) => choose(event.target.value)}
        className="field appearance-none truncate pe-7"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 end-2 size-3.5 -translate-y-1/2 text-faint"
      />
    </span>
  );
}
