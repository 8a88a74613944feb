import { FieldHint } from "./FieldHint.tsx";
import type { FormFieldView } from "./fields.ts";
import { text } from "./text.ts";
import type { Values } from "./values.ts";

export interface AnswerProps {
  field: FormFieldView;
  value: Values[string] | undefined;
  onChange(value: Values[string]): void;
  /** Why the service did not accept it. */
  problem: string | undefined;
}

/** A field that is true or false. */
export function CheckboxField({ field, value, onChange, problem }: AnswerProps) {
  return (
    <label className="flex items-start gap-2">
      <input
        type="checkbox"
        className="mt-1 accent-accent-fill"
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        {field.label}
        <span className="block text-xs text-faint">
          <FieldHint description={field.description} problem={problem} />
        </span>
      </span>
    </label>
  );
}

/** A field that takes any of several options. */
export function CheckboxGroup({ field, value, onChange, problem }: AnswerProps) {
  if (field.control.kind !== "choices") return null;
  const picked = Array.isArray(value) ? value : [];
  const toggle = (name: string): void =>
    onChange(picked.includes(name) ? picked.filter((one) => one !== name) : [...picked, name]);
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">
        {field.label}
        {!field.required && <span className="font-normal text-faint"> ({text.optional})</span>}
      </legend>
      <div className="flex max-h-40 flex-wrap gap-x-4 overflow-y-auto py-1">
        {field.control.options.map((option) => (
          <label key={option.value} className="flex items-center gap-2">
            <input
              type="checkbox"
              className="accent-accent-fill"
              checked={picked.includes(option.value)}
              onChange={() => toggle(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      <p className="text-xs text-faint">
        <FieldHint description={field.description} problem={problem} />
      </p>
    </fieldset>
  );
}
