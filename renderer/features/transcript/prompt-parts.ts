import { goalFrame } from "../../../server/domains/sessions/goals/model.ts";

/** A prompt as a person wrote it, and what the service put below it. */
export interface PromptParts {
  words: string;
  /** Null if it stands below no prompt. */
  goal: string | null;
  notes: string | null;
}

const head = `${goalFrame.head}\n\n`;
const tail = `\n\n${goalFrame.tail}`;
const notesHead = "<session_notes>\n";
const notesTail = "\n</session_notes>";

/** The last block of notes, if it is what the prompt ends with. */
function notesIn(written: string): { at: number; notes: string } | null {
  const end = written.trimEnd();
  if (!end.endsWith(notesTail)) return null;
  const below = end.lastIndexOf(`\n\n${notesHead}`);
  const at = below < 0 && end.startsWith(notesHead) ? 0 : below;
  if (at < 0) return null;
  return { at, notes: end.slice(end.indexOf(notesHead, at) + notesHead.length, -notesTail.length) };
}

/** Takes the goal and the notes from below a prompt; what only looks like them stays in its words. */
export function promptParts(written: string): PromptParts {
  const block = notesIn(written);
  const notes = block?.notes ?? null;
  const rest = block === null ? written : written.slice(0, block.at);
  const end = rest.trimEnd();
  const below = end.lastIndexOf(`\n\n${head}`);
  const at = below < 0 && end.startsWith(head) ? 0 : below;
  if (at < 0 || !end.endsWith(tail)) return { words: rest, goal: null, notes };
  const goal = end.slice(end.indexOf(head, at) + head.length, -tail.length);
  return { words: rest.slice(0, at), goal, notes };
}
