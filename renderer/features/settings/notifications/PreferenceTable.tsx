import type { NotificationPreferences } from "../../../../server/domains/inbox/notifications/model.ts";
import { text } from "./text.ts";
import { channelLabels, toggled, typeLabels } from "./view-model.ts";

interface Props {
  preferences: NotificationPreferences;
  onChange(preferences: NotificationPreferences): void;
}

/** Which notifications go where; the inbox always has all of them. */
export function PreferenceTable({ preferences, onChange }: Props) {
  return (
    <table className="w-full text-sm">
      <thead>
        <tr className="text-xs text-faint">
          <th scope="col" className="pb-2 text-start font-normal">
            {text.page.when}
          </th>
          {channelLabels.map(({ channel, label }) => (
            <th key={channel} scope="col" className="w-16 pb-2 text-center font-normal sm:w-24">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {typeLabels.map(({ type, label }) => (
          <tr key={type} className="border-t border-line">
            <th scope="row" className="py-2 text-start font-normal">
              {label}
            </th>
            {channelLabels.map(({ channel, label: where }) => (
              <td key={channel} className="text-center">
                <label className="inline-flex size-8 items-center justify-center pointer-coarse:size-10">
                  <input
                    type="checkbox"
                    aria-label={`${label}: ${where}`}
                    checked={preferences.types[type][channel]}
                    onChange={() => onChange(toggled(preferences, { type, channel }))}
                    className="size-4 accent-accent-fill"
                  />
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
