import { useState } from "react";
import type { NotificationPreferences } from "../../../../server/domains/inbox/notifications/model.ts";
import { Field } from "../../../ui/Field.tsx";
import { ChoiceField } from "../../../ui/SelectField.tsx";
import { SettingsBlock } from "../../../ui/SettingsSection.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { timeZones } from "./view-model.ts";

type Hours = NotificationPreferences["quiet_hours"];

/** A time counts once the field is left: half a time is none. */
function TimeField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange(time: string): void;
}) {
  const [draft, setDraft] = useState(value);
  return (
    <Field label={label}>
      {(ids) => (
        <input
          {...ids}
          type="time"
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={() => (draft === "" ? setDraft(value) : draft !== value && onChange(draft))}
          className="field w-36"
        />
      )}
    </Field>
  );
}

export function QuietHours({ hours, onChange }: { hours: Hours; onChange(hours: Hours): void }) {
  return (
    <SettingsBlock
      title="Quiet hours"
      about="What comes within them is in the inbox at once; you are told of it together when they end."
      aside={
        <Switch
          label={<span className="sr-only">Quiet hours</span>}
          on={hours.on}
          onSwitch={(on) => onChange({ ...hours, on })}
        />
      }
    >
      <div className="flex flex-wrap items-end gap-4">
        <TimeField label="From" value={hours.from} onChange={(from) => onChange({ ...hours, from })} />
        <TimeField label="To" value={hours.to} onChange={(to) => onChange({ ...hours, to })} />
        <ChoiceField
          label="Time zone"
          value={hours.time_zone}
          options={timeZones(hours.time_zone)}
          onChoose={(time_zone) => onChange({ ...hours, time_zone })}
        />
      </div>
    </SettingsBlock>
  );
}
