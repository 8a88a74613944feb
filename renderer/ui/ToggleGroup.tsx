import { Button } from "./Button.tsx";

interface Props<Value extends string> {
  legend: string;
  options: readonly { value: Value; label: string }[];
  /** Values that are on. */
  selected: readonly Value[];
  onToggle(value: Value): void;
}

/** A few options that are toggled independently. */
export function ToggleGroup<Value extends string>({ legend, options, selected, onToggle }: Props<Value>) {
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="pb-1 text-sm font-medium">{legend}</legend>
      {options.map(({ value, label }) => (
        <Button
          key={value}
          size="small"
          aria-pressed={selected.includes(value)}
          className="aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
          onClick={() => onToggle(value)}
        >
          {label}
        </Button>
      ))}
    </fieldset>
  );
}
