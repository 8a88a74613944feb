import type { KeptEvent } from "./kept-event.ts";
import type { TriggerDeps } from "./ports.ts";
import type { SightingRow } from "./sighting-store.ts";
import type { TriggerStore } from "./store.ts";

/** A webhook comes before the transcript says which session opened the issue: that is read some seconds after the call. */
const readMs = 30_000;

type Verdict =
  /** `session` opened the issue; null if none is known to have. */
  | { kind: "fires"; session: number | null }
  | { kind: "waits"; until: number }
  | { kind: "own"; session: number };

/**
 * Keeps a trigger from firing for an issue that its own session opened, or one that stems from that: its session could open
 * another one, and so on. An issue of an unrelated session fires, and what that starts stems from the session, so that two
 * triggers do not keep each other going either.
 */
export function ownIssues(
  { clock, sessionOfIssue }: Pick<TriggerDeps, "clock" | "sessionOfIssue">,
  store: TriggerStore,
) {
  return function decide(row: SightingRow, { opened }: KeptEvent): Verdict {
    if (opened === null) return { kind: "fires", session: null };
    const session = sessionOfIssue(opened);
    if (session !== null) return { kind: store.stemsFrom(session, row.triggerId) ? "own" : "fires", session };
    const until = row.createdAt + readMs;
    if (clock.now() < until && store.isAnyWorking()) return { kind: "waits", until };
    return { kind: "fires", session };
  };
}
