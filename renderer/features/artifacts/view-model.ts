import type { MessageWithFiles, TimelinePictures } from "../../../server/domains/review/artifacts/model.ts";
import { toolLabel, toolView } from "../transcript/entries/tool-view.ts";
import { firstLine } from "../transcript/view-model.ts";
import { text } from "./text.ts";

export interface Prompt {
  index: number;
  timestamp: string | null;
  /** The beginning of its text. */
  text: string;
}

export type EntryPictures = TimelinePictures["pictures"][number];

/** A CLI may record a prompt shortly after it acknowledged it. */
const lateMs = 2_000;

const normalizeSpace = (words: string): string => words.replaceAll(/\s+/g, " ").trim();

/**
 * The line of the transcript in which the agent received a message: the last prompt with the same text up to its delivery.
 * Null if there is none: the message waits, was merged into another one, or was redacted.
 */
export function lineOf(message: MessageWithFiles, prompts: readonly Prompt[]): number | null {
  const { sent_at } = message;
  const said = normalizeSpace(message.text);
  if (sent_at === null || said === "") return null;
  const latest = Date.parse(sent_at) + lateMs;
  const found = prompts.findLast(
    (prompt) =>
      prompt.timestamp !== null &&
      Date.parse(prompt.timestamp) <= latest &&
      isSameStart(normalizeSpace(prompt.text), said),
  );
  return found?.index ?? null;
}

/** Both texts may be truncated, at different lengths. */
const isSameStart = (one: string, other: string): boolean =>
  one !== "" && (one.startsWith(other) || other.startsWith(one));

/** The first line of the message that a file was sent with. */
export const messageTitle = (message: MessageWithFiles): string =>
  firstLine(message.text) || text.attachments.untitled;

/** The pictures of the transcript, without those that are already shown as attachments. */
export function picturesToShow(
  pictures: readonly EntryPictures[],
  sent: readonly MessageWithFiles[],
  prompts: readonly Prompt[],
): EntryPictures[] {
  const shown = new Map<number, number>();
  for (const message of sent) {
    const line = lineOf(message, prompts);
    const count = message.attachments.filter(({ image, bytes }) => image && bytes !== null).length;
    if (line !== null) shown.set(line, (shown.get(line) ?? 0) + count);
  }
  return pictures.filter((entry) => entry.in === "result" || (shown.get(entry.index) ?? 0) < entry.count);
}

/** Where the pictures come from, and the file that was viewed, if any. */
export function originOf({ call, in: place }: EntryPictures): { origin: string; file: string | null } {
  if (place === "prompt") return { origin: text.pictures.sentWithPrompt, file: null };
  if (call === null) return { origin: text.pictures.fromSomeTool, file: null };
  const view = toolView(call.name, call.input);
  if (view.kind === "read") return { origin: text.pictures.viewed(view.path), file: view.path };
  return { origin: text.pictures.fromTool(toolLabel(call.name)), file: null };
}

/** The full path of a file in the folder, with the separators of its machine. */
export const fullPath = (folder: string, path: string): string =>
  folder.includes("\\") ? `${folder}\\${path.replaceAll("/", "\\")}` : `${folder}/${path}`;
