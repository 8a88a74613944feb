import type { ReactNode } from "react";
import type { ProviderKey } from "../../../server/domains/agents/accounts/model.ts";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { SettingsSection } from "../../ui/SettingsSection.tsx";
import { Meter } from "./Meter.tsx";
import { text } from "./text.ts";
import { dollars } from "./view-model.ts";

const words = text.key;

type Usage = NonNullable<ProviderKey["usage"]>;

function Spent({ usage }: { usage: Usage }) {
  const amounts = [
    [words.used.today, usage.used_today],
    [words.used.week, usage.used_this_week],
    [words.used.month, usage.used_this_month],
  ] as const;
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {amounts.map(([label, amount]) => (
        <div key={label} className="flex gap-1.5">
          <dt className="text-soft">{label}</dt>
          <dd className="tabular-nums">{amount === null ? text.window.unknown : dollars.format(amount)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Left({ usage: { limit, remaining, resets } }: { usage: Usage }) {
  if (limit === null || remaining === null || limit <= 0)
    return <p className="text-sm text-soft">{words.noLimit}</p>;
  return (
    <Meter
      name={words.used.all}
      share={Math.min(Math.max(1 - remaining / limit, 0), 1)}
      aside={words.left({
        left: dollars.format(remaining),
        limit: dollars.format(limit),
        resets: resets === null ? null : (words.resets[resets] ?? resets),
      })}
    />
  );
}

/** The key of the runtime that has no accounts, and what its provider says of it. */
export function ProviderKeyCard({ of, action }: { of: ProviderKey; action: ReactNode }) {
  const { present, fingerprint, usage, probe_error, refused, write_reason } = of;
  return (
    <SettingsSection title={words.title} description={write_reason} action={action}>
      <div className="flex flex-col gap-3">
        <p className={`text-sm font-medium ${refused || !present ? "text-needs" : ""}`}>
          {refused ? words.refused : present ? words.present : words.missing}
        </p>
        {probe_error !== null && !refused && (
          <p className="text-sm wrap-anywhere text-needs">{text.account.probeFailed(probe_error)}</p>
        )}
        {usage !== null && (
          <>
            <Left usage={usage} />
            <Spent usage={usage} />
          </>
        )}
        {present && (
          <p className="flex flex-wrap gap-x-3 text-xs text-faint">
            <span>
              {words.fingerprint} <span className="font-mono text-2xs">{fingerprint}</span>
            </span>
            {usage?.free_tier && <span>{words.free}</span>}
            {usage && (
              <span>
                {text.account.read} <RelativeTime instant={usage.taken_at} spoken />
              </span>
            )}
          </p>
        )}
      </div>
    </SettingsSection>
  );
}
