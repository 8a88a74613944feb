import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Select, type SelectOption } from "../../ui/Select.tsx";
import { Switch } from "../../ui/Switch.tsx";
import {
  type ConditionField,
  type ConditionForm,
  fieldsOf,
  isShape,
  newCondition,
  shapeOptions,
} from "./condition-fields.ts";
import type { ChangeTrigger, TriggerForm } from "./form.ts";
import { NextRuns } from "./NextRuns.tsx";
import { text } from "./text.ts";
import { UnwatchedConditions } from "./UnwatchedConditions.tsx";

/** A stored value that the form no longer offers stays selectable. */
const withChosen = (options: readonly SelectOption[], value: string): readonly SelectOption[] =>
  value === "" || options.some((option) => option.value === value)
    ? options
    : [...options, { value, label: value.replaceAll("_", " ") }];

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
          <Select {...ids} options={withChosen(options, value)} value={value} onValueChange={onValue} />
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
  const visible = fieldsOf[shape].filter(({ when }) => when?.(settings) ?? true);
  return (
    <fieldset className="rounded-md border border-line p-3">
      <legend className="flex items-center gap-1 px-1 text-sm font-medium">
        {text.shapes[shape]}
        <IconButton label={text.conditions.remove(text.shapes[shape])} onClick={onRemove}>
          <Trash2 aria-hidden className="size-3.5" />
        </IconButton>
      </legend>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        {visible.map((field) => (
          <ConditionInput
            key={field.name}
            field={field}
            value={settings[field.name] ?? ""}
            onValue={(value) => onChange({ ...condition, settings: { ...settings, [field.name]: value } })}
          />
        ))}
        {(shape === "recurring" || shape === "once") && <NextRuns condition={condition} />}
      </div>
    </fieldset>
  );
}

/** The conditions of a trigger; each of them can fire it. */
export function ConditionsEditor({ form, change }: { form: TriggerForm; change: ChangeTrigger }) {
  const [shape, setShape] = useState<string>("recurring");
  const { conditions } = form;
  const add = (): void => {
    if (!isShape(shape)) return;
    change({ conditions: [...conditions, newCondition(shape, crypto.randomUUID())] });
  };
  const replace = (changed: ConditionForm): void =>
    change({
      conditions: conditions.map((condition) => (condition.key === changed.key ? changed : condition)),
    });
  return (
    <section aria-label={text.conditions.title} className="flex flex-col gap-3">
      <h2 className="text-sm font-medium">{text.conditions.title}</h2>
      <UnwatchedConditions
        conditions={conditions.map(({ type, settings }) => ({
          condition_type: type,
          configuration: settings,
        }))}
      />
      {conditions.map((condition) => (
        <ConditionCard
          key={condition.key}
          condition={condition}
          onChange={replace}
          onRemove={() => change({ conditions: conditions.filter(({ key }) => key !== condition.key) })}
        />
      ))}
      <div className="flex gap-2">
        <Select
          aria-label={text.conditions.type}
          options={shapeOptions}
          value={shape}
          onValueChange={setShape}
        />
        <Button onClick={add}>
          <Plus aria-hidden className="size-3.5" />
          {text.conditions.add}
        </Button>
      </div>
    </section>
  );
}
