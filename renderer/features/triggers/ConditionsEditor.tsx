import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Select } from "../../ui/Select.tsx";
import { Switch } from "../../ui/Switch.tsx";
import {
  type ConditionField,
  type ConditionForm,
  fieldsOf,
  freshCondition,
  isShape,
  shapeLabels,
  shapeOptions,
} from "./condition-fields.ts";
import type { ChangeTrigger, TriggerForm } from "./form.ts";
import { NotYet } from "./NotYet.tsx";

interface FieldProps {
  field: ConditionField;
  value: string;
  onValue(value: string): void;
}

function ConditionInput({ field, value, onValue }: FieldProps) {
  const { label, type, hint, options = [], required } = field;
  if (type === "switch") {
    return <Switch label={label} checked={value === "true"} onCheckedChange={(on) => onValue(String(on))} />;
  }
  return (
    <Field label={label} hint={hint}>
      {(ids) =>
        type === "choice" ? (
          <Select {...ids} options={options} value={value} onValueChange={onValue} />
        ) : (
          <input
            {...ids}
            type={type === "list" ? "text" : type}
            min={type === "number" ? 1 : undefined}
            required={required}
            spellCheck={false}
            className="field"
            value={value}
            onChange={(event) => onValue(event.target.value)}
          />
        )
      }
    </Field>
  );
}

interface CardProps {
  condition: ConditionForm;
  onChange(condition: ConditionForm): void;
  onRemove(): void;
}

function ConditionCard({ condition, onChange, onRemove }: CardProps) {
  const { shape, settings } = condition;
  const asked = fieldsOf[shape].filter(({ when }) => when?.(settings) ?? true);
  return (
    <fieldset className="rounded-md border border-line p-3">
      <legend className="flex items-center gap-1 px-1 text-sm font-medium">
        {shapeLabels[shape]}
        <IconButton label={`Remove “${shapeLabels[shape]}”`} onClick={onRemove}>
          <Trash2 aria-hidden className="size-3.5" />
        </IconButton>
      </legend>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        {asked.map((field) => (
          <ConditionInput
            key={field.name}
            field={field}
            value={settings[field.name] ?? ""}
            onValue={(value) => onChange({ ...condition, settings: { ...settings, [field.name]: value } })}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** What is to fire the trigger by itself; any one of them does. */
export function ConditionsEditor({ form, change }: { form: TriggerForm; change: ChangeTrigger }) {
  const [shape, setShape] = useState<string>("recurring");
  const { conditions } = form;
  const add = (): void => {
    if (!isShape(shape)) return;
    change({ conditions: [...conditions, freshCondition(shape, crypto.randomUUID())] });
  };
  const put = (changed: ConditionForm): void =>
    change({ conditions: conditions.map((held) => (held.key === changed.key ? changed : held)) });
  return (
    <section aria-label="Conditions" className="flex flex-col gap-3">
      <h2 className="text-sm font-medium">Conditions</h2>
      <NotYet />
      {conditions.map((condition) => (
        <ConditionCard
          key={condition.key}
          condition={condition}
          onChange={put}
          onRemove={() => change({ conditions: conditions.filter(({ key }) => key !== condition.key) })}
        />
      ))}
      <div className="flex gap-2">
        <Select aria-label="Condition type" options={shapeOptions} value={shape} onValueChange={setShape} />
        <Button onClick={add}>
          <Plus aria-hidden className="size-3.5" />
          Add
        </Button>
      </div>
    </section>
  );
}
