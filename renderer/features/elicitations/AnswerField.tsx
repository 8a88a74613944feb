import { Field } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import { type AnswerProps, CheckboxField, CheckboxGroup } from "./AnswerChecks.tsx";
import { FieldHint } from "./FieldHint.tsx";
import type { FormFieldView } from "./fields.ts";
import { text } from "./text.ts";

function InputField({ field, value, onChange, problem }: AnswerProps) {
  const { control, required } = field;
  const hasHint = field.description !== null || problem !== undefined;
  const shared = { required, "aria-invalid": problem !== undefined || undefined };
  const typed = typeof value === "string" ? value : "";
  return (
    <Field
      label={field.label}
      aside={!required && text.optional}
      hint={hasHint ? <FieldHint description={field.description} problem={problem} /> : null}
    >
      {(ids) =>
        control.kind === "choice" ? (
          <Select
            {...ids}
            {...shared}
            className="w-full"
            options={[{ value: "", label: text.choose }, ...control.options]}
            value={typed}
            onValueChange={onChange}
          />
        ) : (
          <input
            {...ids}
            {...shared}
            {...limits(control)}
            value={typed}
            onChange={(event) => onChange(event.target.value)}
            className="field"
          />
        )
      }
    </Field>
  );
}

function limits(control: FormFieldView["control"]) {
  if (control.kind !== "text") return {};
  const { type, whole, min, max } = control;
  if (type === "number") return { type, min, max, step: whole ? 1 : "any" };
  return type === "date" || type === "datetime-local" ? { type } : { type, maxLength: max };
}

/** A field of a question. */
export function AnswerField(props: AnswerProps) {
  switch (props.field.control.kind) {
    case "check":
      return <CheckboxField {...props} />;
    case "choices":
      return <CheckboxGroup {...props} />;
    default:
      return <InputField {...props} />;
  }
}
