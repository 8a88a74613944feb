import type { SessionStatus } from "../../sessions/sessions/model.ts";
import type { SessionEventName } from "./model.ts";

/** What is told of a session: one of the events that can be waited for, or that it is gone. */
export type SessionNews = SessionEventName | "session_deleted";

interface Moment {
  before: { status: SessionStatus };
  after: { status: SessionStatus };
  event: { kind: string };
}

/** The ends of work; a hand-over between two turns or a way out of the trash is none. */
const rests: ReadonlySet<string> = new Set(["turn_rested", "paused", "elicitation_opened"]);

/** The event that a transition is for those who wait for one. */
export function eventOf({ before, after, event }: Moment): SessionEventName | null {
  if (after.status === before.status) return null;
  if (event.kind === "turn_failed") return "session_failed";
  if (event.kind === "archive") return "session_archived";
  return rests.has(event.kind) && after.status === "needs_input" ? "session_needs_input" : null;
}

const statusOf: Record<SessionEventName, SessionStatus> = {
  session_needs_input: "needs_input",
  session_failed: "failed",
  session_archived: "archived",
};

/** Whether the session is already where the event would bring it. */
export const isThere = (status: SessionStatus, event: SessionEventName): boolean =>
  status === statusOf[event];

/** What the news of a watched session is to one who waits for `wanted`: nothing more comes of one that is gone. */
export function verdictOn(news: SessionNews, wanted: SessionEventName): "happened" | "lost" | "nothing" {
  if (news === wanted) return "happened";
  return news === "session_archived" || news === "session_deleted" ? "lost" : "nothing";
}

const titleLimit = 80;

const newsWords: Record<SessionNews, string> = {
  session_needs_input: "needs input",
  session_failed: "failed",
  session_archived: "was archived",
  session_deleted: "was deleted",
};

/** A title is its agent's own: one line of plain characters, and no more than fits beside a number. */
export function plainTitle(title: string): string {
  const line = title
    .replace(/[\p{C}\p{Z}]+/gu, " ")
    .replace(/[[\](){}<>"`]/g, "")
    .trim();
  return line.length <= titleLimit ? line : `${line.slice(0, titleLimit - 1).trimEnd()}…`;
}

/** Such as "Session #7 (Count the pears) needs input". */
export function newsSentence({ id, title }: { id: number; title: string | null }, news: SessionNews): string {
  const name = title === null ? "" : plainTitle(title);
  return `Session #${id} ${name === "" ? "" : `(${name}) `}${newsWords[news]}`;
}
