import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { readFailureDetail } from "./failure-detail.ts";
import { text } from "./text.ts";

/** Why a session failed; a reason that this page does not know is shown in the service's own words. */
export function failureText(reason: string | null): string {
  if (reason === null) return text.failed;
  const known = (text.failures as Partial<Record<string, string>>)[reason];
  if (known !== undefined) return known;
  const words = reason.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What a waiting session waits for, as far as its own fields say. */
export function waitingText(
  session: Pick<Session, "cloning" | "deliberate_sleep_at" | "job_id" | "failure_detail" | "prompt">,
): string {
  if (session.cloning !== null) return cloningText(session.cloning);
  if (session.deliberate_sleep_at !== null) return text.asleep;
  if (session.job_id !== null) return firstLine(wordsOf(session.failure_detail)) ?? text.turnQueued;
  return session.prompt === null ? text.noPrompt : text.nothingQueued;
}

/** How far a clone is. Of the steps of cloning, only what arrives has a percentage that says something about the whole. */
const cloningText = ({ step, percent }: NonNullable<Session["cloning"]>): string =>
  step === "separating" ? text.separating(percent) : text.cloning(step === "receiving" ? percent : null);

const wordsOf = (detail: string | null): string | null =>
  detail === null ? null : readFailureDetail(detail).words;

const firstLine = (detail: string | null): string | null =>
  detail
    ?.split("\n")
    .find((line) => line.trim() !== "")
    ?.trim() ?? null;

/** One line under or beside the title; null if the status says enough. */
export function reasonLine(session: Session): string | null {
  if (session.status === "failed") {
    const detail = firstLine(wordsOf(session.failure_detail));
    return detail === null
      ? failureText(session.failure_reason)
      : `${failureText(session.failure_reason)}: ${detail}`;
  }
  return session.status === "waiting" ? waitingText(session) : null;
}

/** What it asks or said last, or why it waits; null if it failed or works. */
export function attentionLine({ status, attention }: Session): string | null {
  if (status === "failed" || attention === null) return null;
  return attention.kind === "question" ? attention.reason : (attention.said ?? attention.reason);
}
