import type { Turn } from "../../../server/domains/turns/turns/model.ts";
import { formatDuration, formatStoredDuration } from "../../lib/durations.ts";
import { text } from "./text.ts";

const failures: ReadonlySet<string> = new Set([
  "fail",
  "api_error",
  "killed",
  "conversation_lost",
  "start_failed",
]);

export type TurnTone = "running" | "failed" | "quiet";

/** The progress of a turn, or how it ended. An unknown outcome is shown as it is stored. */
export function turnStatus({ state, outcome }: Pick<Turn, "state" | "outcome">): {
  label: string;
  tone: TurnTone;
} {
  if (state === "queued") return { label: text.turnStates.queued, tone: "quiet" };
  if (state === "preparing") return { label: text.turnStates.preparing, tone: "running" };
  if (state === "running") return { label: text.turnStates.running, tone: "running" };
  if (outcome === null) return { label: text.turnStates.ended, tone: "quiet" };
  const label = text.outcomes[outcome] ?? outcome.replaceAll("_", " ");
  return { label, tone: failures.has(outcome) ? "failed" : "quiet" };
}

/** How long a turn waited and how long it took or has taken so far. */
export function turnDurations(turn: Turn, now: number): { waited: string | null; took: string | null } {
  const ms = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant));
  const started = ms(turn.started_at);
  const waitedMs = (started ?? ms(turn.ended_at) ?? now) - Date.parse(turn.created_at);
  const tookMs = started === null ? null : (ms(turn.ended_at) ?? now) - started;
  return {
    // Instants are stored in whole seconds.
    waited: waitedMs >= 2_000 ? formatDuration(waitedMs) : null,
    took: tookMs === null || tookMs < 0 ? null : formatStoredDuration(tookMs),
  };
}
