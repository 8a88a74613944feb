import type { Turn } from "../../../server/domains/sessions/turns/model.ts";
import { formatDuration, formatStoredDuration } from "../../lib/durations.ts";

const reasons: Record<Turn["kind"], string> = {
  first: "First prompt",
  follow_up: "Follow-up",
  recovery: "Taken up again",
  clone_only: "Set-up of the clone",
  heartbeat: "Heartbeat",
};

/** Why a turn began. */
export const reasonWords = ({ kind }: Pick<Turn, "kind">): string => reasons[kind];

const endings: Readonly<Record<string, string>> = {
  completed: "Came to rest",
  cloned: "The clone is ready",
  rest: "Came to rest",
  pause: "Was paused",
  interrupt: "Stopped for a message that was sent at once",
  interrupted: "Was stopped",
  stopped: "Was stopped",
  archive: "Stopped for the archive",
  restart: "Stopped for a restart",
  shutdown: "Stopped with the service, to be taken up again",
  unconsented: "Waits for a sign-in to its servers",
  rate_limited: "Ran into a limit of the account",
  fail: "Failed",
  api_error: "The provider answered with an error",
  killed: "The agent's process ended by itself",
  conversation_lost: "The conversation could not be taken up",
  start_failed: "The agent did not start",
};

const failures: ReadonlySet<string> = new Set([
  "fail",
  "api_error",
  "killed",
  "conversation_lost",
  "start_failed",
]);

export type TurnTone = "running" | "failed" | "rest";

/** Where a turn stands, or how it ended. An outcome without words of its own is told as it is stored. */
export function standing({ state, outcome }: Pick<Turn, "state" | "outcome">): {
  words: string;
  tone: TurnTone;
} {
  if (state === "queued") return { words: "Waits for its place", tone: "rest" };
  if (state === "preparing") return { words: "Is being prepared", tone: "running" };
  if (state === "running") return { words: "Is under way", tone: "running" };
  const words = outcome === null ? "Ended" : (endings[outcome] ?? outcome.replaceAll("_", " "));
  return { words, tone: outcome !== null && failures.has(outcome) ? "failed" : "rest" };
}

/** How long a turn waited and how long it took, as far as it got. */
export function spans(turn: Turn, now: number): { waited: string | null; took: string | null } {
  const at = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant));
  const started = at(turn.started_at);
  const waitedMs = (started ?? at(turn.ended_at) ?? now) - Date.parse(turn.created_at);
  const tookMs = started === null ? null : (at(turn.ended_at) ?? now) - started;
  return {
    // Instants are kept to the second.
    waited: waitedMs >= 2_000 ? formatDuration(waitedMs) : null,
    took: tookMs === null || tookMs < 0 ? null : formatStoredDuration(tookMs),
  };
}
