import { type ReactNode, useId } from "react";
import { AnswerKey } from "./AnswerKey.tsx";
import { isNumbered, toggled } from "./answer-keys.ts";
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
        {field.label} <AnswerKey of="y" /> <AnswerKey of="n" />
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
  const { options } = field.control;
  const picked = Array.isArray(value) ? value : [];
  return (
    <OptionGroup field={field} problem={problem}>
      {options.map((option, at) => (
        <label key={option.value} className="flex items-center gap-2">
          <input
            type="checkbox"
            className="accent-accent-fill"
            checked={picked.includes(option.value)}
            onChange={() => onChange(toggled(value, option.value))}
          />
          {option.label}
          {isNumbered(options) && <AnswerKey of={String(at + 1)} />}
        </label>
      ))}
    </OptionGroup>
  );
}

/** A field that takes one of a few options. An optional one is emptied by its chosen option. */
export function RadioGroup({ field, value, onChange, problem }: AnswerProps) {
  const name = useId();
  if (field.control.kind !== "choice") return null;
  return (
    <OptionGroup field={field} problem={problem}>
      {field.control.options.map((option, at) => (
        <label key={option.value} className="flex items-center gap-2">
          <input
            type="radio"
            name={name}
            className="accent-accent-fill"
            aria-invalid={problem !== undefined || undefined}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
            onClick={() => {
              if (!field.required && value === option.value) onChange("");
            }}
          />
          {option.label}
          <AnswerKey of={String(at + 1)} />
        </label>
      ))}
    </OptionGroup>
  );
}

interface GroupProps extends Pick<AnswerProps, "field" | "problem"> {
  children: ReactNode;
}

function OptionGroup({ field, problem, children }: GroupProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">
        {field.label}
        {!field.required && <span className="font-normal text-faint"> ({text.optional})</span>}
      </legend>
      <div className="-mx-1 flex max-h-40 flex-wrap gap-x-4 overflow-y-auto px-1 py-1">{children}</div>
      <p className="text-xs text-faint">
        <FieldHint description={field.description} problem={problem} />
      </p>
    </fieldset>
  );
}
