import type { Turn } from "../../../server/domains/sessions/turns/model.ts";
import { formatDuration, formatStoredDuration } from "../../lib/durations.ts";

const reasons: Record<Turn["kind"], string> = {
  first: "First prompt",
  follow_up: "Follow-up",
  recovery: "Resumed",
  clone_only: "Clone setup",
  heartbeat: "Heartbeat",
};

/** Why a turn began. */
export const reasonWords = ({ kind }: Pick<Turn, "kind">): string => reasons[kind];

const endings: Readonly<Record<string, string>> = {
  completed: "Finished",
  cloned: "The clone is ready",
  rest: "Finished",
  pause: "Paused",
  interrupt: "Stopped for a message sent immediately",
  interrupted: "Stopped",
  stopped: "Stopped",
  archive: "Stopped to archive the session",
  restart: "Stopped to restart the session",
  shutdown: "Stopped with the service, will resume",
  unconsented: "Waiting for a sign-in to its MCP servers",
  rate_limited: "Account limit reached",
  fail: "Failed",
  api_error: "The provider returned an error",
  killed: "The agent's process exited unexpectedly",
  conversation_lost: "The conversation could not be resumed",
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
  if (state === "queued") return { words: "Waiting in the queue", tone: "rest" };
  if (state === "preparing") return { words: "Preparing", tone: "running" };
  if (state === "running") return { words: "In progress", tone: "running" };
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
