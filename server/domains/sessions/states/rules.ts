import type { SessionStatus } from "../sessions/model.ts";
import type { CauseName, StateName } from "./model.ts";

/** What of a session says which state it is in. */
export interface Standing {
  status: SessionStatus;
  waitingKind: Exclude<StateName, "running" | "asking" | "needs_input" | "failed" | "archived"> | null;
  blockedOnElicitation: boolean;
  failureReason: string | null;
  failureDetail: string | null;
}

export function stateOf({ status, waitingKind, blockedOnElicitation }: Standing): StateName {
  if (status === "waiting") return waitingKind ?? "idle";
  return status === "needs_input" && blockedOnElicitation ? "asking" : status;
}

/** What happened, as far as the timeline of states tells it. */
export interface Happening {
  kind: CauseName;
  /** Why a turn was queued, where the one who queued it says. */
  cause?: CauseName | undefined;
  /** Who did it. */
  by?: string | undefined;
}

export interface Entry {
  state: StateName;
  cause: CauseName;
  detail: string | null;
}

/** What is written down of a change; null where the session stays in the state it was in. */
export function entryOf(before: Standing, after: Standing, happening: Happening): Entry | null {
  const state = stateOf(after);
  if (state === stateOf(before)) return null;
  return { state, cause: happening.cause ?? happening.kind, detail: detailOf(after, happening) };
}

function detailOf(after: Standing, { kind, by }: Happening): string | null {
  if (kind === "turn_failed") return after.failureReason;
  if (kind === "turn_postponed") return firstLine(after.failureDetail);
  return by ?? null;
}

const most = 200;

function firstLine(text: string | null): string | null {
  const line = text?.trim().split("\n", 1)[0]?.trim() ?? "";
  if (line === "") return null;
  return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`;
}
