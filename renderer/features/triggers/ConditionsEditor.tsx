import { FlaskConical, Plus, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Select } from "../../ui/Select.tsx";
import {
  type ConditionForm,
  configurationOf,
  isShape,
  missingFieldText,
  newCondition,
  shapeOptions,
} from "./condition-fields.ts";
import { ConditionInput } from "./conditions/ConditionInput.tsx";
import { InlineSentence } from "./conditions/InlineSentence.tsx";
import { partsOf } from "./conditions/parts.ts";
import { sentenceOf } from "./conditions/sentence.ts";
import { TryItDialog } from "./conditions/TryItDialog.tsx";
import { text as conditionText } from "./conditions/text.ts";
import { type ChangeTrigger, numberOf, type TriggerForm } from "./form.ts";
import { NextRuns } from "./NextRuns.tsx";
import { text } from "./text.ts";

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
  const { parts, rest } = partsOf(shape, settings);
  const sentenceId = useId();
  return (
    <fieldset aria-describedby={sentenceId} className="min-w-0 rounded-md border border-line p-3">
      <legend className="flex items-center gap-1 px-1 text-sm font-medium">
        {text.shapes[shape]}
        <IconButton label={text.conditions.remove(text.shapes[shape])} onClick={onRemove}>
          <Trash2 aria-hidden className="size-3.5" />
        </IconButton>
      </legend>
      <p id={sentenceId} className="sr-only">
        {sentenceOf(condition)}.
      </p>
      <InlineSentence parts={parts} settings={settings} onValue={set} />
      <div className="mt-3 grid items-start gap-3 empty:hidden sm:grid-cols-2">
        {rest.map((field) => (
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
