import { Field } from "../../ui/Field.tsx";
import { text } from "./text.ts";

/** Where a secret is typed or pasted; browsers offer neither to keep nor to fill it. */
export function KeyField({ value, onChange }: { value: string; onChange(value: string): void }) {
  return (
    <Field label={text.add.key} hint={text.add.keyHint}>
      {(ids) => (
        <input
          {...ids}
          type="password"
          required
          maxLength={1_000}
          autoComplete="new-password"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="field font-mono"
        />
      )}
    </Field>
  );
}
