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
  /** May return a promise: the new value is shown until it settles. */
  onValueChange(value: string): unknown;
}

/** The native select element, which works with phones, keyboards and screen readers. */
export function Select({ options, value, onValueChange, className = "", ...rest }: Props) {
  const [current, choose] = useOptimisticValue(value, onValueChange);
  return (
    <span className={`relative inline-block ${className}`}>
      <select
        {...rest}
        value={current}
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
