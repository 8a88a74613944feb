import type { NotificationPreferences } from "../../../../server/domains/inbox/notifications/model.ts";
import { channelWords, turned, typeWords } from "./view-model.ts";

interface Props {
  preferences: NotificationPreferences;
  onChange(preferences: NotificationPreferences): void;
}

/** What is announced where; the inbox has all of it anyway. */
export function PreferenceTable({ preferences, onChange }: Props) {
  return (
    <table className="w-full text-sm">
      <thead>
        <tr className="text-xs text-faint">
          <th scope="col" className="pb-2 text-start font-normal">
            When
          </th>
          {channelWords.map(({ channel, label }) => (
            <th key={channel} scope="col" className="w-16 pb-2 text-center font-normal sm:w-24">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {typeWords.map(({ type, label }) => (
          <tr key={type} className="border-t border-line">
            <th scope="row" className="py-2 text-start font-normal">
              {label}
            </th>
            {channelWords.map(({ channel, label: where }) => (
              <td key={channel} className="text-center">
                <label className="inline-flex size-8 items-center justify-center pointer-coarse:size-10">
                  <input
                    type="checkbox"
                    aria-label={`${label}: ${where}`}
                    checked={preferences.types[type][channel]}
                    onChange={() => onChange(turned(preferences, { type, channel }))}
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
