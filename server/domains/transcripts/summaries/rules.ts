/** A pending attempt older than this has failed. */
const abandonedAfterMs = 15 * 60_000;
const summaryLimit = 1_200;
const titleWords = 6;
const titleLimit = 100;

/** The state of the attempts at a summary. */
export interface Attempts {
  state: "idle" | "pending" | "ready" | "failed";
  summary: string | null;
  requestedAt: number | null;
  generatedLineCount: number;
}

export const isBeingWritten = (
  { state, requestedAt }: Pick<Attempts, "state" | "requestedAt">,
  now: number,
) => state === "pending" && requestedAt !== null && now - requestedAt < abandonedAfterMs;

export type SummaryVerdict = "write" | "no_transcript" | "current" | "being_written";

/** Decides whether a new summary is needed. */
export function decideSummary(from: {
  attempts: Attempts | undefined;
  lineCount: number;
  now: number;
}): SummaryVerdict {
  const { attempts, lineCount, now } = from;
  if (lineCount === 0) return "no_transcript";
  if (attempts === undefined) return "write";
  if (isBeingWritten(attempts, now)) return "being_written";
  return attempts.summary !== null && attempts.generatedLineCount === lineCount ? "current" : "write";
}

const endings: ReadonlySet<string> = new Set(["turn_rested", "turn_failed", "paused"]);

/** Whether the event ends a turn. */
export const endsTurn = (event: { kind: string }): boolean => endings.has(event.kind);

/** Whether the session does nothing by itself, so that a summary stays true for a while. */
export const isIdle = (session: { status: string; deliberateSleepAt: number | null }): boolean =>
  session.status === "needs_input" || session.status === "failed" || session.deliberateSleepAt !== null;

/** Whether the title was generated from the prompt and no model has improved it yet. */
export const wantsTitle = (session: {
  status: string;
  titleIsDefault: boolean;
  titleInferred: boolean;
}): boolean => session.titleIsDefault && !session.titleInferred && session.status !== "archived";

/** What a CLI prints instead of an answer if the account is at its limit or signed out. */
const noAnswer =
  /\b(?:hit|reached|exceeded) (?:your|the)\b.*\blimit|\blimit (?:was )?(?:reached|exceeded)|limit\W+resets|quota exceeded|credit balance|not (?:logged|signed) in|please (?:log|sign|run \/log) ?in|invalid (?:api )?key|unauthori[sz]ed|authentication (?:failed|error|required)/i;

const isNoAnswer = (text: string): boolean =>
  text.length <= 200 && !text.includes("\n") && noAnswer.test(text);

const unfenced = (text: string): string =>
  text
    .split("\n")
    .filter((line) => !/^\s*```/.test(line))
    .join("\n")
    .trim();

/** Returns the summary from an answer, cut to 1,200 characters; null if there is none. */
export function readSummary(answer: string): string | null {
  const text = unfenced(answer);
  if (text === "" || isNoAnswer(text)) return null;
  if (text.length <= summaryLimit) return text;
  const cut = text.slice(0, summaryLimit);
  const end = Math.max(...[". ", "! ", "? ", ".\n"].map((mark) => cut.lastIndexOf(mark)));
  return end > 0 ? cut.slice(0, end + 1) : `${cut.slice(0, summaryLimit - 1)}…`;
}

/** Returns the title from an answer: one line of at most six words; null if there is none. */
export function readInferredTitle(answer: string): string | null {
  const title = unfenced(answer)
    .replace(/^[\s#*_]*title:/i, "")
    .replace(/^[\s#*_"'“‘`]+|[\s*_"'”’`.]+$/g, "");
  const fits =
    title !== "" &&
    !title.includes("\n") &&
    title.length <= titleLimit &&
    title.split(/\s+/).length <= titleWords;
  return fits && !isNoAnswer(title) ? title : null;
}

/** The newest of `lines` that fit into `limit` bytes together, oldest first. */
export function newestWithin(lines: readonly string[], limit: number): string[] {
  let left = limit;
  let start = lines.length;
  for (const line of lines.toReversed()) {
    left -= byteLength(line) + 1;
    if (left < 0) break;
    start -= 1;
  }
  return lines.slice(start);
}

const byteLength = (text: string): number => new TextEncoder().encode(text).length;
