import {
  needsPerson,
  type Session,
  type SessionStatus,
} from "../../../server/domains/sessions/sessions/model.ts";

/** Whether a person has to do something. The one source of every count of such sessions. */
export const needsYou = ({ attention }: Pick<Session, "attention">): boolean => needsPerson(attention?.kind);

/** Whether it is listed under what needs a person: also until it is decided what it stopped for. */
export const isListedAsNeedy = (session: Pick<Session, "status" | "attention">): boolean =>
  ["needs_input", "failed"].includes(sectionOf(session));

/** Where a session is listed: by its status, unless it stopped and waits for its checks or for nothing. */
export function sectionOf(session: Pick<Session, "status" | "attention">): SessionStatus | "done" {
  const { status, attention } = session;
  if (status === "waiting") return needsYou(session) ? "needs_input" : status;
  const hasStopped = status === "needs_input" || status === "failed";
  if (!hasStopped || attention === null || needsYou(session)) return status;
  return attention.kind === "ci" ? "waiting" : "done";
}
