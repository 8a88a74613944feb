import { useId } from "react";
import { useOptimisticValue } from "./use-optimistic-value.ts";

interface Props<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  /** May return a promise: the new value is shown until it settles. */
  onChange(value: T): unknown;
}

/** A choice of one out of a few visible options. */
export function SegmentedControl<T extends string>({ label, value, options, onChange }: Props<T>) {
  const name = useId();
  const [chosen, choose] = useOptimisticValue(value, onChange);
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="inline-flex rounded-md border border-line bg-sunken p-0.5"
    >
      {options.map((option) => (
        <label
          key={option.value}
          className="relative inline-flex h-6 items-center rounded-sm px-2.5 text-xs text-soft has-checked:bg-raised has-checked:font-medium has-checked:text-ink has-checked:shadow-xs has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:h-8"
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={option.value === chosen}
            onChange={() => choose(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
