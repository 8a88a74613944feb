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
    <Field label="Goal" hint="If empty, the agent root's goal is used.">
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
              aria-label="Goal in your own words"
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
        label="Do not start a session while another one is waiting or running"
        checked={form.skipIfPending}
        onCheckedChange={(skipIfPending) => change({ skipIfPending })}
      />
      <Switch label="Reuse one session" checked={form.reuse} onCheckedChange={(reuse) => change({ reuse })} />
      {form.reuse && (
        <div className="flex flex-col gap-2 border-s-2 border-line ps-4">
          <Switch
            label="Queue behind a running turn"
            checked={form.enqueue}
            onCheckedChange={(enqueue) => change({ enqueue })}
          />
          <Switch
            label="Restore the session from the trash"
            checked={form.resuscitate}
            onCheckedChange={(resuscitate) => change({ resuscitate })}
          />
          <NumberField
            label="Session"
            hint="Session number. If empty, the next session it starts is used."
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
  { value: "", label: "Set by conditions" },
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
        label="Sessions per minute"
        hint="More sessions are held back. Leave empty for no limit."
        value={form.cap}
        onValue={(cap) => change({ cap })}
      />
      <NumberField
        label="Coalescing window (seconds)"
        hint="For chat conditions. Default: 60; 0 turns it off."
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
        hint="Higher values go first. Leave empty for the default."
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
              placeholder="Use the root's setting"
            />
          )}
        </Field>
      ))}
    </div>
  );
}
