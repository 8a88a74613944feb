import type { SessionStatus } from "../../sessions/sessions/model.ts";
import type { SessionEventName } from "./model.ts";

/** What is reported of a session: an event that can be waited for, or that it was deleted. */
export type ReportedEvent = SessionEventName | "session_deleted";

interface StatusChange {
  before: { status: SessionStatus };
  after: { status: SessionStatus };
  event: { kind: string };
}

/** How work ends; a hand-over between two turns and a restore from the trash do not count. */
const workEnds: ReadonlySet<string> = new Set(["turn_rested", "paused", "elicitation_opened"]);

/** The event to report for a transition; null for none. */
export function eventOf({ before, after, event }: StatusChange): SessionEventName | null {
  if (after.status === before.status) return null;
  if (event.kind === "turn_failed") return "session_failed";
  if (event.kind === "archive") return "session_archived";
  return workEnds.has(event.kind) && after.status === "needs_input" ? "session_needs_input" : null;
}

const statusOf: Record<SessionEventName, SessionStatus> = {
  session_needs_input: "needs_input",
  session_failed: "failed",
  session_archived: "archived",
};

/** Whether the session already has the status that the event leads to. */
export const hasHappened = (status: SessionStatus, event: SessionEventName): boolean =>
  status === statusOf[event];

/** What an event means to a condition that waits for `wanted`; `lost` when that cannot happen any more. */
export function effectOf(event: ReportedEvent, wanted: SessionEventName): "happened" | "lost" | "none" {
  if (event === wanted) return "happened";
  return event === "session_archived" || event === "session_deleted" ? "lost" : "none";
}

const titleLimit = 80;

/** Agents write titles: this keeps one short line of plain characters. */
export function plainTitle(title: string): string {
  const line = title
    .replace(/[\p{C}\p{Z}]+/gu, " ")
    .replace(/[[\](){}<>"`]/g, "")
    .trim();
  return line.length <= titleLimit ? line : `${line.slice(0, titleLimit - 1).trimEnd()}…`;
}
