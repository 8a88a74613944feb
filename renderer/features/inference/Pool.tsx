import type { Inference } from "../../../server/domains/scheduling/inference/model.ts";
import { shortDateTime, useMinute } from "../../lib/time.ts";
import { formatDollars } from "../costs/format-cost.ts";
import { Meter } from "./Meter.tsx";
import { text } from "./text.ts";
import { leftUntil, percentOf, spentSentence } from "./view-model.ts";

const words = text.pool;

/** Who serves next, or when somebody does. */
function Headline({ accounts, pool }: Pick<Inference, "accounts" | "pool">) {
  const now = useMinute();
  if (pool.uses_machine) return <p className="font-medium">{words.machine}</p>;
  const next = accounts.find(({ serves_next }) => serves_next);
  if (next) return <p className="font-medium wrap-anywhere">{words.serves(next.email)}</p>;
  const { next_capacity_at: at } = pool;
  const left = at === null ? null : leftUntil(at, now);
  const lacksQuota = pool.dry?.breakdown.some(({ reason }) => reason === "quota_exceeded") ?? false;
  return (
    <p role="status" className="font-medium text-needs">
      {lacksQuota ? words.dry : words.signedOut}{" "}
      {at === null
        ? words.unknown
        : left === null
          ? words.due
          : words.back(shortDateTime(new Date(at), new Date(now)), left)}
    </p>
  );
}

/** Why each account does not serve, and what to do. */
function Dry({ dry }: { dry: NonNullable<Inference["pool"]["dry"]> }) {
  const now = useMinute();
  return (
    <section aria-label={words.whyDry} className="flex flex-col gap-1 text-sm">
      <ul className="flex flex-col gap-0.5">
        {dry.breakdown.map(({ email, reason, sentence, returns_at }) => (
          <li key={email} className="wrap-anywhere">
            <span className="font-medium">{email}</span>{" "}
            <span className="text-soft">
              {reason === "quota_exceeded" ? spentSentence(returns_at, now) : sentence}
            </span>
          </li>
        ))}
      </ul>
      {dry.recovery.at === null && <p className="text-soft">{dry.recovery.sentence}</p>}
    </section>
  );
}

function worst(of: { email: string; utilization: number } | null, total: number): string {
  return of === null || total < 2 ? "" : words.worst(of.email, percentOf(of.utilization));
}

/** The windows in dollars, with what the figures rest on. */
function DollarWindows({ windows }: { windows: Inference["pool"]["dollar_windows"] }) {
  return (
    <ul aria-label={words.inDollars} className="flex flex-col gap-0.5 text-sm">
      {windows.map(({ name, remaining, capacity, estimate }) => (
        <li key={name} title={words.estimate(estimate.observations)}>
          <span className="text-soft">
            {name === "weekly" ? text.windows.seven_day : text.windows.five_hour}
          </span>{" "}
          <span className="tabular-nums">
            {words.left(formatDollars(remaining), formatDollars(capacity))}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What the accounts of a runtime have left together. */
export function Pool({ accounts, pool }: Pick<Inference, "accounts" | "pool">) {
  const { total, servable_count: servable, read_count: read } = pool;
  const isDry = servable === 0 && total > 0 && !pool.uses_machine;
  return (
    <section
      aria-label={words.title}
      className={`flex flex-col gap-3 rounded-lg border px-4 py-3 ${isDry ? "border-needs-dot/40 bg-needs-soft" : "border-line bg-surface"}`}
    >
      <div className="flex flex-col gap-0.5 text-sm">
        <Headline accounts={accounts} pool={pool} />
        {total > 0 && <p className="text-soft">{words.counts({ total, servable })}</p>}
      </div>
      {isDry && pool.dry !== null && <Dry dry={pool.dry} />}
      {read > 1 && (
        <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2" title={words.average(read)}>
          <Meter
            name={text.windows.five_hour}
            share={pool.five_hour_utilization}
            aside={worst(pool.worst_five_hour, read)}
          />
          <Meter
            name={text.windows.seven_day}
            share={pool.weekly_utilization}
            aside={worst(pool.worst_weekly, read)}
          />
        </div>
      )}
      {pool.dollar_windows.length > 0 && <DollarWindows windows={pool.dollar_windows} />}
    </section>
  );
}
