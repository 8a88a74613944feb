import type {
  MessageWithFiles,
  TimelinePictures,
} from "../../../server/domains/repositories/artifacts/model.ts";
import { toolLabel, toolView } from "../transcript/entries/tool-view.ts";
import { firstLine } from "../transcript/view-model.ts";

export interface Prompt {
  index: number;
  timestamp: string | null;
  /** Its beginning. */
  text: string;
}

export type HeldPictures = TimelinePictures["pictures"][number];

/** A CLI may write the prompt down a moment after it said that it has it. */
const lateMs = 2_000;

const withoutSpace = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/**
 * The transcript's line in which the agent had a message: the last prompt before it was known to be there that says the
 * same. Null where none does: it waits, it went along behind another, or what it says was redacted.
 */
export function lineOf({ text, sent_at }: MessageWithFiles, prompts: readonly Prompt[]): number | null {
  const said = withoutSpace(text);
  if (sent_at === null || said === "") return null;
  const latest = Date.parse(sent_at) + lateMs;
  const found = prompts.findLast(
    (prompt) =>
      prompt.timestamp !== null &&
      Date.parse(prompt.timestamp) <= latest &&
      beginsAlike(withoutSpace(prompt.text), said),
  );
  return found?.index ?? null;
}

/** Both may be cut, where they need not be cut alike. */
const beginsAlike = (one: string, other: string): boolean =>
  one !== "" && (one.startsWith(other) || other.startsWith(one));

const messageWords: Record<MessageWithFiles["status"], string> = {
  pending: "Queued",
  processing: "Being delivered to the current turn",
  sent: "Sent",
  undelivered: "Not delivered",
};

/** With what a file came. */
export const messageTitle = ({ text }: MessageWithFiles): string => firstLine(text) || "Message without text";

export const statusWords = ({ status }: MessageWithFiles): string => messageWords[status];

/** Pictures of the transcript beside those that were sent and are shown as such. */
export function beside(
  pictures: readonly HeldPictures[],
  sent: readonly MessageWithFiles[],
  prompts: readonly Prompt[],
): HeldPictures[] {
  const shown = new Map<number, number>();
  for (const message of sent) {
    const line = lineOf(message, prompts);
    const count = message.attachments.filter(({ image, bytes }) => image && bytes !== null).length;
    if (line !== null) shown.set(line, (shown.get(line) ?? 0) + count);
  }
  return pictures.filter((held) => held.in === "result" || (shown.get(held.index) ?? 0) < held.count);
}

/** Where the pictures come from, and the file that was looked at where there was one. */
export function originOf({ call, in: place }: HeldPictures): { words: string; file: string | null } {
  if (place === "prompt") return { words: "Sent with a prompt", file: null };
  if (call === null) return { words: "Returned by a tool", file: null };
  const view = toolView(call.name, call.input);
  if (view.kind === "read") return { words: `Viewed ${view.path}`, file: view.path };
  return { words: `Returned by ${toolLabel(call.name)}`, file: null };
}

/** The folder's path with that of a file in it, as the machine has it. */
export const fullPath = (folder: string, path: string): string =>
  folder.includes("\\") ? `${folder}\\${path.replaceAll("/", "\\")}` : `${folder}/${path}`;
