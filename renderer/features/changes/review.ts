import { z } from "zod/mini";
import type { DiffLine } from "./diff-lines.ts";

const place = z.object({ side: z.enum(["old", "new"]), line: z.number() });

const comment = z.object({
  id: z.string(),
  path: z.string(),
  from: place,
  to: place,
  /** The lines it is about, each with git's sign. */
  quote: z.array(z.string()),
  text: z.string(),
});
export type Comment = z.infer<typeof comment>;

const review = z.object({ comments: z.array(comment), writing: z.nullable(comment) });
/** What a person has to say of the changes and has not sent. */
export type Review = z.infer<typeof review>;

const nothing: Review = { comments: [], writing: null };

/** As it was kept; what cannot be read is nothing. */
export function readReview(draft: string): Review {
  if (draft === "") return nothing;
  try {
    const parsed = review.safeParse(JSON.parse(draft));
    return parsed.success ? parsed.data : nothing;
  } catch {
    return nothing;
  }
}

export const reviewText = (value: Review): string =>
  value.comments.length === 0 && value.writing === null ? "" : JSON.stringify(value);

const isBlank = ({ text }: Comment): boolean => text.trim() === "";

/** What is being written becomes a comment, or takes the place of the one that is being edited; a blank one is none. */
export function keep({ comments, writing }: Review): Review {
  if (writing === null) return { comments, writing };
  const others = comments.filter(({ id }) => id !== writing.id);
  const at = comments.findIndex(({ id }) => id === writing.id);
  if (isBlank(writing)) return { comments: others, writing: null };
  const kept = { ...writing, text: writing.text.trim() };
  return { comments: others.toSpliced(at < 0 ? others.length : at, 0, kept), writing: null };
}

/** The lines a comment is to stand at; empty when there are none. */
export interface Spot {
  path: string;
  lines: readonly DiffLine[];
}

function placed(spot: Spot): Omit<Comment, "id" | "text"> | null {
  const [first] = spot.lines;
  const last = spot.lines.at(-1);
  if (!first || !last) return null;
  return {
    path: spot.path,
    from: { side: first.side, line: first.line },
    to: { side: last.side, line: last.line },
    quote: spot.lines.map(({ text }) => text),
  };
}

/** A new comment; what was being written elsewhere is kept as one. */
export function begin(before: Review, spot: Spot, id: string): Review {
  const at = placed(spot);
  return at === null ? before : { ...keep(before), writing: { id, ...at, text: "" } };
}

/** The comment being written is about these lines now. */
export function stretch(before: Review, spot: Spot): Review {
  const at = placed(spot);
  if (at === null || before.writing === null) return before;
  return { ...before, writing: { ...before.writing, ...at } };
}

export const write = (before: Review, text: string): Review =>
  before.writing === null ? before : { ...before, writing: { ...before.writing, text } };

export function edit(before: Review, id: string): Review {
  const kept = keep(before);
  return { ...kept, writing: kept.comments.find((one) => one.id === id) ?? null };
}

/** What was written is gone; a comment that was being edited is as it was. */
export const cancel = ({ comments }: Review): Review => ({ comments, writing: null });

export const remove = ({ comments, writing }: Review, id: string): Review => ({
  comments: comments.filter((one) => one.id !== id),
  writing: writing?.id === id ? null : writing,
});

/** What was deleted is there again; where it came back meanwhile it stays as it is. */
export const putBack = (before: Review, deleted: Comment): Review =>
  before.comments.some(({ id }) => id === deleted.id)
    ? before
    : { ...before, comments: [...before.comments, deleted] };

/** Less its sign and all white space: what of a line is the same whether or not white space counts. */
const wordsIn = (text: string): string => text.slice(1).replace(/\s+/g, "");

const isAt = ({ side, line, oldLine }: DiffLine, at: Comment["to"]): boolean =>
  (side === at.side && line === at.line) || (at.side === "old" && oldLine === at.line);

/** Where white space is left out, or no longer is, a line has another sign; its number and its words tell it. */
function sameWords(lines: readonly DiffLine[], { to, quote }: Comment): DiffLine[] {
  const words = wordsIn(quote.at(-1) ?? "");
  return lines.filter((line) => isAt(line, to) && wordsIn(line.text) === words).slice(0, 1);
}

/**
 * The lines that a comment stands at now: where it was written, or else the nearest that say the same; empty when
 * nothing says so any more.
 */
export function linesOf(lines: readonly DiffLine[], comment: Comment): DiffLine[] {
  const { from, quote } = comment;
  const starts = lines.flatMap((_line, at) =>
    quote.every((text, offset) => lines[at + offset]?.text === text) ? [at] : [],
  );
  const home = lines.findIndex(({ side, line }) => side === from.side && line === from.line);
  const [best] = starts.toSorted((a, b) => Math.abs(a - home) - Math.abs(b - home));
  if (best === undefined || best !== home) {
    const there = sameWords(lines, comment);
    if (there.length > 0) return there;
  }
  return best === undefined ? [] : lines.slice(best, best + quote.length);
}

/** `12`, `12-14`, and of lines that are gone `12 (before the change)`. */
export function lineWords({ from, to }: Pick<Comment, "from" | "to">): string {
  const before = to.side === "old" ? " (before the change)" : "";
  const isRange = from.side === to.side && from.line !== to.line;
  return isRange ? `${from.line}-${to.line}${before}` : `${to.line}${before}`;
}

const quoteLimit = 20;

function quoted({ quote }: Comment): string {
  const lines = quote.slice(0, quoteLimit).map((line) => `> ${line}`);
  const more = quote.length - lines.length;
  return [...lines, ...(more > 0 ? [`> (${more} more)`] : [])].join("\n");
}

/** All comments as one message, file by file. */
export function composeMessage(comments: readonly Comment[]): string {
  const byFile = comments.toSorted(
    (a, b) => a.path.localeCompare(b.path) || a.from.line - b.from.line || a.to.line - b.to.line,
  );
  const blocks = byFile.map((one) => `${one.path}:${lineWords(one)}\n${quoted(one)}\n\n${one.text}`);
  const opening = comments.length === 1 ? "A comment on your changes:" : "Comments on your changes:";
  return [opening, ...blocks].join("\n\n");
}
