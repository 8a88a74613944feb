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
const notesBlock = /(?:^|\n\n)<session_notes>\n([^]*?)\n<\/session_notes>\s*$/;

/** Takes the goal and the notes from below a prompt; what only looks like them stays in its words. */
export function promptParts(written: string): PromptParts {
  const [block, notes = null] = notesBlock.exec(written) ?? [];
  const rest = block === undefined ? written : written.slice(0, -block.length);
  const end = rest.trimEnd();
  const at = end.startsWith(head) ? 0 : end.lastIndexOf(`\n\n${head}`);
  if (at < 0 || !end.endsWith(tail)) return { words: rest, goal: null, notes };
  const goal = end.slice(end.indexOf(head, at) + head.length, -tail.length);
  return { words: rest.slice(0, at), goal, notes };
}
