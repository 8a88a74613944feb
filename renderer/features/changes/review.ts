import { z } from "zod/mini";
import type { DiffLine } from "./diff-lines.ts";
import { text } from "./text.ts";

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
/** The unsent comments, and the one being written. */
export type Review = z.infer<typeof review>;

const emptyReview: Review = { comments: [], writing: null };

/** Reads a stored draft; an unreadable one counts as empty. */
export function readReview(draft: string): Review {
  if (draft === "") return emptyReview;
  try {
    const parsed = review.safeParse(JSON.parse(draft));
    return parsed.success ? parsed.data : emptyReview;
  } catch {
    return emptyReview;
  }
}

export const reviewText = (value: Review): string =>
  value.comments.length === 0 && value.writing === null ? "" : JSON.stringify(value);

const isBlank = ({ text }: Comment): boolean => text.trim() === "";

/** Adds the comment being written, or replaces the one being edited. A blank comment is dropped. */
export function keep({ comments, writing }: Review): Review {
  if (writing === null) return { comments, writing };
  const others = comments.filter(({ id }) => id !== writing.id);
  const at = comments.findIndex(({ id }) => id === writing.id);
  if (isBlank(writing)) return { comments: others, writing: null };
  const kept = { ...writing, text: writing.text.trim() };
  return { comments: others.toSpliced(at < 0 ? others.length : at, 0, kept), writing: null };
}

/** The lines that a comment is about; empty if there are none. */
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

/** Starts a new comment. One that was being written elsewhere is kept. */
export function begin(before: Review, spot: Spot, id: string): Review {
  const at = placed(spot);
  return at === null ? before : { ...keep(before), writing: { id, ...at, text: "" } };
}

/** Moves the comment being written to these lines. */
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

/** Discards what was written; a comment that was being edited stays unchanged. */
export const cancel = ({ comments }: Review): Review => ({ comments, writing: null });

export const remove = ({ comments, writing }: Review, id: string): Review => ({
  comments: comments.filter((one) => one.id !== id),
  writing: writing?.id === id ? null : writing,
});

/** Restores a deleted comment, unless it is already back. */
export const putBack = (before: Review, deleted: Comment): Review =>
  before.comments.some(({ id }) => id === deleted.id)
    ? before
    : { ...before, comments: [...before.comments, deleted] };

/** The line without its sign and whitespace, so that it compares equal with or without ignored whitespace. */
const withoutSpace = (text: string): string => text.slice(1).replace(/\s+/g, "");

const isAt = ({ side, line, oldLine }: DiffLine, at: Comment["to"]): boolean =>
  (side === at.side && line === at.line) || (at.side === "old" && oldLine === at.line);

/** Switching whitespace on or off changes a line's sign, so the line is found by its number and characters. */
function sameLine(lines: readonly DiffLine[], { to, quote }: Comment): DiffLine[] {
  const wanted = withoutSpace(quote.at(-1) ?? "");
  return lines.filter((line) => isAt(line, to) && withoutSpace(line.text) === wanted).slice(0, 1);
}

/**
 * The current lines of a comment: where it was written, or else the nearest lines with the same text; empty if there
 * are none.
 */
export function linesOf(lines: readonly DiffLine[], comment: Comment): DiffLine[] {
  const { from, quote } = comment;
  const starts = lines.flatMap((_line, at) =>
    quote.every((text, offset) => lines[at + offset]?.text === text) ? [at] : [],
  );
  const home = lines.findIndex(({ side, line }) => side === from.side && line === from.line);
  const [best] = starts.toSorted((a, b) => Math.abs(a - home) - Math.abs(b - home));
  if (best === undefined || best !== home) {
    const there = sameLine(lines, comment);
    if (there.length > 0) return there;
  }
  return best === undefined ? [] : lines.slice(best, best + quote.length);
}

/** `12`, `12-14`, and for deleted lines `12 (before the change)`. */
export function lineLabel({ from, to }: Pick<Comment, "from" | "to">): string {
  const isRange = from.side === to.side && from.line !== to.line;
  const lines = isRange ? `${from.line}-${to.line}` : String(to.line);
  return to.side === "old" ? text.review.beforeChange(lines) : lines;
}

const quoteLimit = 20;

function quoted({ quote }: Comment): string {
  const lines = quote.slice(0, quoteLimit).map((line) => `> ${line}`);
  const more = quote.length - lines.length;
  return [...lines, ...(more > 0 ? [`> ${text.review.more(more)}`] : [])].join("\n");
}

/** Composes one message of all comments, file by file. */
export function composeMessage(comments: readonly Comment[]): string {
  const byFile = comments.toSorted(
    (a, b) => a.path.localeCompare(b.path) || a.from.line - b.from.line || a.to.line - b.to.line,
  );
  const blocks = byFile.map((one) => `${one.path}:${lineLabel(one)}\n${quoted(one)}\n\n${one.text}`);
  return [text.review.opening(comments.length), ...blocks].join("\n\n");
}
