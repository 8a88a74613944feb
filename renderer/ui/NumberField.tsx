import { Field } from "./Field.tsx";

interface Props {
  label: string;
  hint: string;
  range: readonly [number, number];
  value: number;
  onChange(value: number): void;
}

/** A whole number in a range; NaN while the field is empty. */
export function NumberField({ label, hint, range: [min, max], value, onChange }: Props) {
  return (
    <Field label={label} hint={hint}>
      {(ids) => (
        <input
          {...ids}
          type="number"
          inputMode="numeric"
          required
          min={min}
          max={max}
          step={1}
          className="field w-28"
          value={Number.isNaN(value) ? "" : value}
          onChange={(event) => onChange(event.target.valueAsNumber)}
        />
      )}
    </Field>
  );
}
