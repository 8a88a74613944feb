import type { AccountReading, InferenceAccount } from "../../../server/domains/agents/accounts/model.ts";
import { formatLongDuration } from "../../lib/durations.ts";
import { formatShare } from "../../lib/percent.ts";
import { shortDateTime } from "../../lib/time.ts";
import { toneOf as knownTone, type MeterTone } from "../../ui/meter-tone.ts";
import { text } from "./text.ts";

type Quota = NonNullable<InferenceAccount["quota"]>;
export type Window = NonNullable<Quota["five_hour"]>;

export const percentOf = (share: number | null): string =>
  share === null ? text.window.unknown : formatShare(share);

export const toneOf = (share: number | null): MeterTone => (share === null ? "calm" : knownTone(share));

/** What is left until an instant; null once it has passed. */
export function leftUntil(instant: string, now: number): string | null {
  const leftMs = Date.parse(instant) - now;
  return leftMs > 0 ? formatLongDuration(Math.max(leftMs, 60_000)) : null;
}

/** What stands beside a window's meter. */
export function resetLabel({ reset_at, reset_passed }: Window, now: number): string {
  if (reset_passed) return text.window.reset;
  if (reset_at === null) return text.window.noReset;
  const left = leftUntil(reset_at, now);
  return left === null ? text.window.reset : text.window.resetsIn(left);
}

/** How long the quota stays spent, in the person's own time. */
export function spentSentence(until: string | null, now: number): string {
  const left = until === null ? null : leftUntil(until, now);
  if (until === null || left === null) return text.account.spent;
  return text.account.spentUntil(shortDateTime(new Date(until), new Date(now)), left);
}

export const dollars = new Intl.NumberFormat(undefined, { style: "currency", currency: "USD" });

/** The name that a person knows for a window of a single model, or another one. */
export const otherWindowName = (name: string): string =>
  text.windows.other[name] ?? name.replaceAll("_", " ");

/** The name of a plan as its provider writes it, with how much larger its limits are: "Max 20x". */
export function planName({
  subscription_type: plan,
  rate_limit_tier: tier,
}: Pick<Quota, "subscription_type" | "rate_limit_tier">): string | null {
  if (plan === null || plan === "") return null;
  const name = plan.replaceAll("_", " ");
  const size = /_(\d+x)$/.exec(tier ?? "")?.[1];
  return [name.charAt(0).toUpperCase() + name.slice(1), ...(size === undefined ? [] : [size])].join(" ");
}

const highest = (shares: readonly (number | null)[]): number | null =>
  shares.reduce<number | null>((most, share) => (share === null ? most : Math.max(most ?? 0, share)), null);

/** A chart in one sentence, for those who do not see it. */
export const summaryOf = (readings: readonly AccountReading[]): string =>
  text.history.summary({
    count: readings.length,
    five: percentOf(highest(readings.map(({ five_hour }) => five_hour))),
    seven: percentOf(highest(readings.map(({ seven_day }) => seven_day))),
  });

/** Columns as uPlot takes them: seconds, then percent. */
export const columnsOf = (
  readings: readonly AccountReading[],
): [number[], (number | null)[], (number | null)[]] => [
  readings.map(({ at }) => Date.parse(at) / 1000),
  readings.map(({ five_hour }) => (five_hour === null ? null : five_hour * 100)),
  readings.map(({ seven_day }) => (seven_day === null ? null : seven_day * 100)),
];

export type BadgeTone = "plain" | "good" | "warns" | "bad";

/** What an account is, in one word or two. */
export function badgeOf(account: InferenceAccount): { label: string; tone: BadgeTone } {
  const { effective_status: status, credentials, why_not } = account;
  if (status === "quota_exceeded") return { label: text.account.status.quota_exceeded, tone: "warns" };
  if (why_not !== null) return { label: text.account.status.needs_reauth, tone: "bad" };
  if (credentials.state === "unverified") return { label: text.account.unverified, tone: "plain" };
  return { label: text.account.status.active, tone: "good" };
}

export function kindOf({ api_key_account, credential_place }: InferenceAccount): string {
  if (api_key_account) return text.account.key;
  return credential_place === "machine" ? text.account.machine : text.account.signIn;
}
