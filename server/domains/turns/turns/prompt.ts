import type { OpenCall } from "../../transcripts/transcripts/index.ts";
import { text } from "./text.ts";

export interface PromptParts {
  /** Prompts that the conversation does not have yet, oldest first. */
  undelivered: readonly string[];
  /** The first prompt, for a conversation that has to start over. */
  original: string | null;
  conversationExists: boolean;
  /** The text block that states the goal; null if there is none. */
  goal: string | null;
  files: readonly { path: string; filename: string }[];
  /** The turn is one of the session's heartbeat. */
  heartbeat: boolean;
  notes: SessionNotes | null;
  /** What ran when the agent was cut off. */
  cutOff: CutOff;
  /** What it had asked a person then, and got no answer to. */
  lostQuestion: string | null;
}

/** `lost`: an earlier agent's record of the conversation is gone, and with it what it was doing. */
export type CutOff = readonly OpenCall[] | "lost";

export interface SessionNotes {
  text: string;
  /** ISO 8601 in UTC, as `now`. */
  editedAt: string;
  now: string;
}

/** What the agent is sent; null if there is nothing to send. */
export function composePrompt(parts: PromptParts): string | null {
  const base = basePrompt(parts);
  if (base === null) return null;
  const files = parts.files.map(({ path, filename }) => ({
    path,
    filename: filename.replace(/[<>\n]/g, " "),
  }));
  const blocks = [base];
  if (files.length > 0) blocks.push(text.attachedFiles(files));
  if (parts.cutOff === "lost") blocks.push(text.workOfLostConversation);
  else if (parts.cutOff.length > 0) blocks.push(text.cutOff(parts.cutOff));
  if (parts.lostQuestion !== null) blocks.push(text.questionCutOff(parts.lostQuestion));
  if (parts.goal !== null) blocks.push(parts.goal);
  if (parts.notes !== null) blocks.push(notesBlock(parts.notes));
  return blocks.join("\n\n");
}

/** Escapes closing tags inside the notes, so that only ours ends them. */
function notesBlock(notes: SessionNotes): string {
  const inside = notes.text.replaceAll(/<(?=\s*\/\s*session_notes)/gi, "&lt;");
  const heading = text.sessionNotes(notes.editedAt, notes.now);
  return ["<session_notes>", heading, "", inside, "</session_notes>"].join("\n");
}

function basePrompt({ undelivered, original, ...parts }: PromptParts): string | null {
  if (undelivered.length > 0) return undelivered.join("\n\n");
  if (parts.heartbeat) return text.heartbeatNudge;
  if (parts.conversationExists) return text.recoveryNudge;
  return original;
}
