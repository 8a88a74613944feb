import { Field } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import { type AnswerProps, CheckboxField, CheckboxGroup, RadioGroup } from "./AnswerOptions.tsx";
import { isNumbered } from "./answer-keys.ts";
import { FieldHint } from "./FieldHint.tsx";
import type { FormFieldView } from "./fields.ts";
import { text } from "./text.ts";
import { fieldAttribute } from "./use-answer-keys.ts";

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
  return (
    <div {...{ [fieldAttribute]: props.field.name }}>
      <Control {...props} />
    </div>
  );
}

function Control(props: AnswerProps) {
  const { control } = props.field;
  switch (control.kind) {
    case "check":
      return <CheckboxField {...props} />;
    case "choices":
      return <CheckboxGroup {...props} />;
    case "choice":
      return isNumbered(control.options) ? <RadioGroup {...props} /> : <InputField {...props} />;
    case "text":
      return <InputField {...props} />;
  }
}
