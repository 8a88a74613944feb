import { goalLimit } from "../../../server/domains/sessions/sessions/model.ts";
import type { Configs } from "../../../server/domains/surfaces/configs/model.ts";
import { Field } from "../../ui/Field.tsx";
import { MultiSelect, type MultiSelectOption } from "../../ui/MultiSelect.tsx";
import { Select } from "../../ui/Select.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { Switch } from "../../ui/Switch.tsx";
import type { PickField } from "../new-session/form.ts";
import { pickOptions } from "../new-session/view-model.ts";
import { SandboxField } from "../sandbox/SandboxField.tsx";
import { goalChoices, isCustom } from "../session-settings/goal.ts";
import { text as sessionText } from "../sessions/text.ts";
import type { ChangeTrigger, TriggerForm } from "./form.ts";
import { text } from "./text.ts";

interface Props {
  form: TriggerForm;
  configs: Configs;
  change: ChangeTrigger;
}

export function GoalField({ form, configs, change }: Props) {
  const { goal } = form;
  return (
    <Field label={text.form.goal}>
      {(ids) => (
        <>
          <Select
            {...ids}
            options={goalChoices(configs.goals, text.form.rootGoal)}
            value={goal.choice}
            onValueChange={(choice) => change({ goal: { ...goal, choice } })}
          />
          {isCustom(goal) && (
            <textarea
              aria-label={text.form.ownGoal}
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
        label={text.form.skipIfPending}
        checked={form.skipIfPending}
        onCheckedChange={(skipIfPending) => change({ skipIfPending })}
      />
      <Switch label={text.form.reuse} checked={form.reuse} onCheckedChange={(reuse) => change({ reuse })} />
      {form.reuse && (
        <div className="flex flex-col gap-2 border-s-2 border-line ps-4">
          <Switch
            label={text.form.enqueue}
            checked={form.enqueue}
            onCheckedChange={(enqueue) => change({ enqueue })}
          />
          <Switch
            label={text.form.restore}
            checked={form.resuscitate}
            onCheckedChange={(resuscitate) => change({ resuscitate })}
          />
          <NumberField
            label={text.form.session}
            hint={text.form.sessionHint}
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
  { value: "", label: text.form.classByConditions },
  { value: "priority", label: sessionText.classes.priority },
  { value: "spot", label: sessionText.classes.spot },
];

const pickFields: readonly { field: PickField; label: string }[] = [
  { field: "mcpServers", label: text.form.mcpServers },
  { field: "skills", label: text.form.skills },
  { field: "hooks", label: text.form.hooks },
  { field: "plugins", label: text.form.plugins },
];

/** What the catalog offers, and what is chosen but no longer in the catalog. */
function withUnknown(options: readonly MultiSelectOption[], picked: readonly string[]): MultiSelectOption[] {
  const unknown = picked.filter((name) => !options.some(({ value }) => value === name));
  return [
    ...options,
    ...unknown.map((name) => ({ value: name, label: name, warning: text.form.notInCatalog })),
  ];
}

/** Settings that most triggers do not need. */
export function MoreFields({ form, configs, change }: Props) {
  return (
    <div className="grid gap-4 pt-3 sm:grid-cols-2">
      <NumberField
        label={text.form.cap}
        hint={text.form.capHint}
        value={form.cap}
        onValue={(cap) => change({ cap })}
      />
      <NumberField
        label={text.form.window}
        hint={text.form.windowHint}
        least={0}
        value={form.window}
        onValue={(window) => change({ window })}
      />
      <SelectField
        label={text.form.class}
        options={classes}
        value={form.schedulingClass}
        onValueChange={(schedulingClass) => change({ schedulingClass })}
      />
      <NumberField
        label={text.form.precedence}
        hint={text.form.precedenceHint}
        least={-1e9}
        value={form.precedence}
        onValue={(precedence) => change({ precedence })}
      />
      <SandboxField
        gitRoot={configs.agent_roots.find(({ name }) => name === form.root)?.git_root ?? ""}
        value={form.sandbox}
        onValueChange={(sandbox) => change({ sandbox })}
      />
      {pickFields.map(({ field, label }) => (
        <Field key={field} label={label}>
          {({ id }) => (
            <MultiSelect
              id={id}
              options={withUnknown(pickOptions(configs, field), form[field])}
              values={form[field]}
              onValuesChange={(values) => change({ [field]: values })}
              placeholder={text.form.rootSetting}
            />
          )}
        </Field>
      ))}
    </div>
  );
}
