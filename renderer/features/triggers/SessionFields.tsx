import type { Configs } from "../../../server/domains/agents/configs/model.ts";
import { goalLimit } from "../../../server/domains/sessions/sessions/model.ts";
import { Field } from "../../ui/Field.tsx";
import { MultiSelect, type MultiSelectOption } from "../../ui/MultiSelect.tsx";
import { Select } from "../../ui/Select.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { Switch } from "../../ui/Switch.tsx";
import type { PickField } from "../new-session/form.ts";
import { pickOptions } from "../new-session/view-model.ts";
import { goalChoices, isCustom } from "../session-settings/goal.ts";
import { classLabels } from "../sessions/text.ts";
import type { ChangeTrigger, TriggerForm } from "./form.ts";

interface Props {
  form: TriggerForm;
  configs: Configs;
  change: ChangeTrigger;
}

export function GoalField({ form, configs, change }: Props) {
  const { goal } = form;
  return (
    <Field label="Goal" hint="Without one the agent root's own holds.">
      {(ids) => (
        <>
          <Select
            {...ids}
            options={goalChoices(configs.goals)}
            value={goal.choice}
            onValueChange={(choice) => change({ goal: { ...goal, choice } })}
          />
          {isCustom(goal) && (
            <textarea
              aria-label="The goal in your own words"
              maxLength={goalLimit}
              className="field mt-1 field-sizing-content min-h-20"
              value={goal.own}
              onChange={(event) => change({ goal: { ...goal, own: event.target.value } })}
            />
          )}
        </>
      )}
    </Field>
  );
}

export function ReuseFields({ form, change }: Pick<Props, "form" | "change">) {
  return (
    <div className="flex flex-col gap-2">
      <Switch
        label="Start no session while one of its own waits or runs"
        checked={form.skipIfPending}
        onCheckedChange={(skipIfPending) => change({ skipIfPending })}
      />
      <Switch
        label="Go on in one session"
        checked={form.reuse}
        onCheckedChange={(reuse) => change({ reuse })}
      />
      {form.reuse && (
        <div className="flex flex-col gap-2 border-s-2 border-line ps-4">
          <Switch
            label="Queue behind a turn that runs"
            checked={form.enqueue}
            onCheckedChange={(enqueue) => change({ enqueue })}
          />
          <Switch
            label="Take the session out of the trash"
            checked={form.resuscitate}
            onCheckedChange={(resuscitate) => change({ resuscitate })}
          />
          <NumberField
            label="Session"
            hint="Its number; the next one it starts when empty."
            value={form.lastSession}
            onValue={(lastSession) => change({ lastSession })}
          />
        </div>
      )}
    </div>
  );
}

interface NumberProps {
  label: string;
  hint: string;
  value: string;
  least?: number;
  onValue(value: string): void;
}

function NumberField({ label, hint, value, least = 1, onValue }: NumberProps) {
  return (
    <Field label={label} hint={hint}>
      {(ids) => (
        <input
          {...ids}
          type="number"
          min={least}
          className="field"
          value={value}
          onChange={(event) => onValue(event.target.value)}
        />
      )}
    </Field>
  );
}

const classes = [
  { value: "", label: "By the conditions" },
  { value: "priority", label: classLabels.priority },
  { value: "spot", label: classLabels.spot },
];

const picks: readonly { field: PickField; label: string }[] = [
  { field: "mcpServers", label: "MCP servers" },
  { field: "skills", label: "Skills" },
  { field: "hooks", label: "Hooks" },
  { field: "plugins", label: "Plugins" },
];

/** What the catalog offers, and what is named though it has left it. */
function withGone(options: readonly MultiSelectOption[], picked: readonly string[]): MultiSelectOption[] {
  const gone = picked.filter((name) => !options.some(({ value }) => value === name));
  return [...options, ...gone.map((name) => ({ value: name, label: name, warning: "Not in the catalog" }))];
}

/** What most triggers leave as it is. */
export function MoreFields({ form, configs, change }: Props) {
  return (
    <div className="grid gap-4 pt-3 sm:grid-cols-2">
      <NumberField
        label="Sessions a minute"
        hint="More than these are held back; no cap when empty."
        value={form.cap}
        onValue={(cap) => change({ cap })}
      />
      <NumberField
        label="Coalescing window, seconds"
        hint="For chat conditions: 60 when empty, 0 is off."
        least={0}
        value={form.window}
        onValue={(window) => change({ window })}
      />
      <SelectField
        label="Scheduling class"
        options={classes}
        value={form.schedulingClass}
        onValueChange={(schedulingClass) => change({ schedulingClass })}
      />
      <NumberField
        label="Precedence"
        hint="Higher goes first; the default when empty."
        least={-1e9}
        value={form.precedence}
        onValue={(precedence) => change({ precedence })}
      />
      {picks.map(({ field, label }) => (
        <Field key={field} label={label}>
          {({ id }) => (
            <MultiSelect
              id={id}
              options={withGone(pickOptions(configs, field), form[field])}
              values={form[field]}
              onValuesChange={(values) => change({ [field]: values })}
              placeholder="As the root has it"
            />
          )}
        </Field>
      ))}
    </div>
  );
}
