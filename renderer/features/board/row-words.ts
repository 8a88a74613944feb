import type { Session } from "../../../server/domains/sessions/model.ts";
import { comingTime } from "../../lib/time.ts";
import { hasQuestion } from "../selection/acts.ts";
import { isOnBoard } from "../sessions/session-filter.ts";
import { reasonLine } from "../sessions/session-words.ts";

export interface RowChip {
  kind: "question" | "wait" | "place";
  label: string;
}

/** Where a session lies when it is not on the board. */
function placeWords(session: Session, now: number): string | null {
  if (isOnBoard(session, now)) return null;
  if (session.visibility !== "snoozed" || session.snoozed_until === null) return "Hidden";
  return `Snoozed until ${comingTime(new Date(session.snoozed_until), new Date(now))}`;
}

/** What a row says in a chip: a question first, why it waits, and that it lies off the board. */
export function chipsOf(session: Session, now: number): RowChip[] {
  const wait = session.status === "waiting" ? reasonLine(session) : null;
  const place = placeWords(session, now);
  return [
    ...(hasQuestion(session) ? [{ kind: "question", label: "Has a question" } as const] : []),
    ...(wait === null ? [] : [{ kind: "wait", label: wait } as const]),
    ...(place === null ? [] : [{ kind: "place", label: place } as const]),
  ];
}

/** The line under the title: why it failed, else where it stands. */
export const lineOf = (session: Session, summary: string | undefined): string | null =>
  session.status === "failed" ? reasonLine(session) : (summary ?? null);
