import type { SessionStatus } from "../sessions/model.ts";
import type { CauseName, StateName } from "./model.ts";

/** The columns that determine a session's state. */
export interface StateColumns {
  status: SessionStatus;
  waitingKind: Exclude<StateName, "running" | "asking" | "needs_input" | "failed" | "archived"> | null;
  blockedOnElicitation: boolean;
  failureReason: string | null;
  failureDetail: string | null;
}

export function stateOf({ status, waitingKind, blockedOnElicitation }: StateColumns): StateName {
  if (status === "waiting") return waitingKind ?? "idle";
  return status === "needs_input" && blockedOnElicitation ? "asking" : status;
}

/** The event that changed the state. */
export interface StateChange {
  kind: CauseName;
  /** Why a turn was queued, if known. */
  cause?: CauseName | undefined;
  /** Who did it. */
  by?: string | undefined;
}

export interface Entry {
  state: StateName;
  cause: CauseName;
  detail: string | null;
}

/** Returns the history entry of a change; null if the state stays the same. */
export function entryOf(before: StateColumns, after: StateColumns, change: StateChange): Entry | null {
  const state = stateOf(after);
  if (state === stateOf(before)) return null;
  return { state, cause: change.cause ?? change.kind, detail: detailOf(after, change) };
}

function detailOf(after: StateColumns, { kind, by }: StateChange): string | null {
  if (kind === "turn_failed") return after.failureReason;
  if (kind === "turn_postponed") return firstLine(after.failureDetail);
  return by ?? null;
}

const detailLimit = 200;

function firstLine(text: string | null): string | null {
  const line = text?.trim().split("\n", 1)[0]?.trim() ?? "";
  if (line === "") return null;
  return line.length <= detailLimit ? line : `${line.slice(0, detailLimit - 1).trimEnd()}…`;
}
