import { useState } from "react";
import type { NotificationPreferences } from "../../../../server/domains/inbox/notifications/model.ts";
import { Field } from "../../../ui/Field.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { text } from "./text.ts";
import { switched, timeZones } from "./view-model.ts";

type Hours = NotificationPreferences["quiet_hours"];

const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A time is saved when its field is left, so that half a time is never saved. */
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
    <SettingsSection
      title={text.quietHours.title}
      description={text.quietHours.description}
      action={
        <Switch
          label={<span className="sr-only">{text.quietHours.title}</span>}
          checked={hours.on}
          onCheckedChange={(on) => onChange(switched(hours, { on, browserZone }))}
        />
      }
    >
      <div className="flex flex-wrap items-end gap-4">
        <TimeField
          label={text.quietHours.from}
          value={hours.from}
          onChange={(from) => onChange({ ...hours, from })}
        />
        <TimeField
          label={text.quietHours.to}
          value={hours.to}
          onChange={(to) => onChange({ ...hours, to })}
        />
        <SelectField
          label={text.quietHours.timeZone}
          value={hours.time_zone}
          options={timeZones(hours.time_zone)}
          onValueChange={(time_zone) => onChange({ ...hours, time_zone })}
        />
      </div>
    </SettingsSection>
  );
}
