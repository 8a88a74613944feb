/**
 * What an agent is writing and what its transcript does not have yet. The stream and the transcript's file arrive
 * independently: a line may be stored before the last pieces of its text arrive, or after the next text has begun.
 */
export interface LiveText {
  text: string;
  /** The beginning of `text` was dropped because it is long. */
  isCut: boolean;
  /** The rest of a stored answer whose pieces have not arrived; they are not shown again. */
  owed: string;
  /** The part of that answer that has arrived since it was stored. */
  skipped: string;
}

/** Characters. A text that gets longer loses its first half, up to the end of a line. */
const mostCharacters = 32_000;
/** Characters by which the place of a cut text is found in its answer. */
const probeLength = 64;

export const emptyLiveText: LiveText = { text: "", isCut: false, owed: "", skipped: "" };

export function withPiece(live: LiveText, piece: string): LiveText {
  const { text, owed, skipped } = live;
  if (owed === "") return bounded({ ...live, text: followed(text, piece) });
  if (owed.startsWith(piece)) {
    return { ...live, owed: owed.slice(piece.length), skipped: skipped + piece };
  }
  const next = piece.startsWith(owed) ? piece.slice(owed.length) : skipped + piece;
  return bounded({ ...live, text: followed(text, next), owed: "", skipped: "" });
}

/** Without the blank line that separates it from a text that is stored already. */
const followed = (text: string, next: string): string => (text === "" ? next.trimStart() : text + next);

/** Removes the text of answers that are stored now, oldest first; empty answers end what was being written. */
export const withAnswers = (live: LiveText, answers: readonly string[]): LiveText =>
  answers.reduce(withAnswer, live);

function withAnswer(live: LiveText, stored: string): LiveText {
  const answer = stored.trim();
  if (answer === "") return emptyLiveText;
  const at = live.text.indexOf(answer);
  if (at >= 0) return { ...emptyLiveText, text: live.text.slice(at + answer.length).trimStart() };
  const text = live.text.trimStart();
  const from = live.isCut ? answer.lastIndexOf(text.slice(0, probeLength)) : 0;
  const rest = answer.slice(Math.max(from, 0));
  if (from >= 0 && text.startsWith(rest)) {
    return { ...emptyLiveText, text: text.slice(rest.length).trimStart() };
  }
  if (from >= 0 && rest.startsWith(text)) return { ...emptyLiveText, owed: rest.slice(text.length) };
  return emptyLiveText;
}

function bounded(live: LiveText): LiveText {
  if (live.text.length <= mostCharacters) return live;
  const half = live.text.slice(-mostCharacters / 2);
  return { ...live, text: half.slice(half.indexOf("\n") + 1), isCut: true };
}

/** How `next` differs from what a page has: its text from the character `from` on. */
export function changeOf(shown: string, next: string): { from: number; text: string } {
  const longest = Math.min(shown.length, next.length);
  let from = 0;
  while (from < longest && shown.charCodeAt(from) === next.charCodeAt(from)) from += 1;
  return { from, text: next.slice(from) };
}
