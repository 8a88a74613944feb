import { Field } from "./Field.tsx";

interface Props {
  label: string;
  hint?: string;
  value: string;
  onChange(value: string): void;
  autoFocus?: boolean;
}

/** The text field that confirms an action that cannot be undone. */
export function TypeToConfirmField({ label, hint, value, onChange, autoFocus = false }: Props) {
  return (
    <Field label={label} hint={hint}>
      {(ids) => (
        <input
          {...ids}
          autoFocus={autoFocus}
          autoComplete="off"
          spellCheck={false}
          className="field"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
