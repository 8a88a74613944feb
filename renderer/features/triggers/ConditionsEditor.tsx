import { FlaskConical, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Select, type SelectOption } from "../../ui/Select.tsx";
import { Switch } from "../../ui/Switch.tsx";
import {
  type ConditionField,
  type ConditionForm,
  configurationOf,
  fieldsOf,
  isShape,
  missingFieldText,
  newCondition,
  shapeOptions,
} from "./condition-fields.ts";
import { ChatPicker } from "./conditions/ChatPicker.tsx";
import { sentenceOf } from "./conditions/sentence.ts";
import { TryItDialog } from "./conditions/TryItDialog.tsx";
import { text as conditionText } from "./conditions/text.ts";
import { type ChangeTrigger, numberOf, type TriggerForm } from "./form.ts";
import { NextRuns } from "./NextRuns.tsx";
import { text } from "./text.ts";

/** A stored value that the form no longer offers stays selectable. */
const withChosen = (options: readonly SelectOption[], value: string): readonly SelectOption[] =>
  value === "" || options.some((option) => option.value === value)
    ? options
    : [...options, { value, label: value.replaceAll("_", " ") }];

interface FieldProps {
  field: ConditionField;
  value: string;
  /** With its name, if it was chosen from a list that has one. */
  onValue(value: string, name?: string): void;
}

function ConditionInput({ field, value, onValue }: FieldProps) {
  const { label, type, hint, options = [], required } = field;
  if (type === "channel" || type === "bridge_chat")
    return <ChatPicker {...{ label, hint, value, onValue }} kind={type} required={required === true} />;
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
  onTry(): void;
}

/** Where the name of a chosen chat is kept. */
const nameFields: Readonly<Record<string, string>> = { channel_id: "channel_name", chat_id: "chat_name" };

function ConditionCard({ condition, onChange, onRemove, onTry }: CardProps) {
  const { shape, settings } = condition;
  const set = (field: string, value: string, name = ""): void => {
    const nameField = nameFields[field];
    const named = nameField === undefined ? {} : { [nameField]: name };
    onChange({ ...condition, settings: { ...settings, [field]: value, ...named } });
  };
  const visible = fieldsOf[shape].filter(({ when }) => when?.(settings) ?? true);
  return (
    <fieldset className="rounded-md border border-line p-3">
      <legend className="flex items-center gap-1 px-1 text-sm font-medium">
        {text.shapes[shape]}
        <IconButton label={text.conditions.remove(text.shapes[shape])} onClick={onRemove}>
          <Trash2 aria-hidden className="size-3.5" />
        </IconButton>
      </legend>
      <p className="mb-2 text-sm wrap-anywhere text-soft">{sentenceOf(condition)}.</p>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        {visible.map((field) => (
          <ConditionInput
            key={field.name}
            field={field}
            value={settings[field.name] ?? ""}
            onValue={(value, name) => set(field.name, value, name)}
          />
        ))}
        {(shape === "recurring" || shape === "once") && <NextRuns condition={condition} />}
      </div>
      <Button size="small" className="mt-3" disabled={missingFieldText(condition) !== null} onClick={onTry}>
        <FlaskConical aria-hidden className="size-3.5" />
        {conditionText.tryIt.button}
      </Button>
    </fieldset>
  );
}

/** The conditions of a trigger; each of them can fire it. */
export function ConditionsEditor({ form, change }: { form: TriggerForm; change: ChangeTrigger }) {
  const [shape, setShape] = useState<string>("recurring");
  const [trying, setTrying] = useState<ConditionForm | null>(null);
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
      {conditions.map((condition) => (
        <ConditionCard
          key={condition.key}
          condition={condition}
          onChange={replace}
          onTry={() => setTrying(condition)}
          onRemove={() => change({ conditions: conditions.filter(({ key }) => key !== condition.key) })}
        />
      ))}
      {trying && (
        <TryItDialog
          sentence={sentenceOf(trying)}
          condition={{
            condition_type: trying.type,
            configuration: configurationOf(trying),
            prompt_template: form.template,
            coalesce_window_seconds: numberOf(form.window),
            max_sessions_per_minute: numberOf(form.cap),
            skip_if_pending_session: form.skipIfPending,
            reuse_session: form.reuse,
            enqueue_messages: form.enqueue,
            trigger_id: null,
          }}
          onClose={() => setTrying(null)}
        />
      )}
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
