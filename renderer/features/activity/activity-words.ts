import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import type { SessionActivity } from "../../../server/domains/turns/activity/model.ts";
import { text } from "./text.ts";

/** The act in words; `subject` is shown as code if `isCode`. */
export interface ActWords {
  verb: string;
  subject: string | null;
  isCode: boolean;
}

const coded = new Set<SessionActivity["act"]>(["running", "searching"]);

export function actWords({ act, subject }: Pick<SessionActivity, "act" | "subject">): ActWords {
  const [before, alone] = text.acts[act];
  if (subject === null || subject === "") return { verb: alone, subject: null, isCode: false };
  return { verb: before, subject: shownSubject(act, subject), isCode: coded.has(act) };
}

/** A file by its name, and an address by its host; both are whole in the tooltip. */
function shownSubject(act: SessionActivity["act"], subject: string): string {
  if (act === "editing" || act === "reading") return subject.split(/[\\/]/).findLast(Boolean) ?? subject;
  return act === "fetching" ? (URL.parse(subject)?.host ?? subject) : subject;
}

/** "14 s", "2 min 14 s", "1 h 3 min". The clocks of page and service may differ a little. */
export function elapsed(since: string, now: number): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1_000));
  if (seconds < 60) return text.seconds(seconds);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return text.minutes(minutes, seconds % 60);
  return text.hours(Math.floor(minutes / 60), minutes % 60);
}

const minuteMs = 60_000;

/** How long the agent has been silent, in whole minutes; null if it is not. */
export function silence({ silent_since: since }: Pick<Session, "silent_since">, now: number): string | null {
  if (since === null) return null;
  return text.silent(text.wholeMinutes(Math.max(1, Math.floor((now - Date.parse(since)) / minuteMs))));
}

/** The turn began noticeably before the act, so that its time is worth a place. */
export const showsTurn = ({ since, turn_started_at: start }: SessionActivity): boolean =>
  Date.parse(since) - Date.parse(start) >= 5_000;
