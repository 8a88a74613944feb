import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { isObject } from "../../lib/json.ts";
import { unlessPassing } from "../../lib/passing-fault.ts";
import {
  formatLines,
  type Line,
  moveFolder,
  parseLines,
  roleOf,
  safeLength,
  withoutSpoiltThoughts,
} from "../conversation-lines.ts";
import { writeInHome } from "../home-folder.ts";
import type { Workspace } from "../runtime.ts";
import { layoutOf } from "./layout.ts";
import { transcript } from "./transcript.ts";
import { transcriptFile } from "./transcript-file.ts";

/** The CLI shortens longer folder names and adds a hash; conversations are resumed by their path. */
const maxFolderName = 200;

/** Writes a conversation the CLI can resume by its file; null when no line of it was said by anyone. */
export async function writeConversation(
  workspace: Pick<Workspace, "cwd" | "home">,
  { id, lines }: { id: string; lines: readonly string[] },
): Promise<string | null> {
  if (!/^[\w-]+$/.test(id)) return null;
  const cwd = await realpath(workspace.cwd).catch(unlessPassing(workspace.cwd));
  const entries = conversationFor({ id, cwd }, parseLines(lines));
  if (entries === null) return null;
  const folder = cwd.replaceAll(/[^A-Za-z0-9]/g, "-").slice(0, maxFolderName);
  const path =
    (await transcriptFile(workspace.home, id)) ??
    join(layoutOf(workspace.home).projects, folder, `${id}.jsonl`);
  await writeInHome(workspace.home, path, formatLines(entries));
  return path;
}

/** The lines as a conversation of that id in that folder. Pure. */
export function conversationFor(
  { id, cwd }: { id: string; cwd: string },
  stored: readonly Line[],
): Line[] | null {
  const kept = stored.slice(0, safeLength(stored.map((line) => roleOf(transcript.events(line)))));
  const began = kept.find((line) => typeof line["cwd"] === "string")?.["cwd"];
  const from = typeof began === "string" ? began : "";
  const entries = rejoined(kept.map((line) => withoutSpoiltThoughts(line, isThought))).map((line) => ({
    ...(moveFolder(line, { from, to: cwd, signed: isThought }) as Line),
    ...("sessionId" in line && { sessionId: id }),
  }));
  return entries.some(isSaid) ? entries : null;
}

/**
 * The tree without the lines that are of no use: what hung on one hangs on its parent. A recorded system prompt
 * goes, because the CLI would repeat it word for word, with the instructions of the session it was recorded in.
 */
function rejoined(lines: readonly Line[]): Line[] {
  const parents = new Map<unknown, unknown>();
  return lines.flatMap((line) => {
    if (!("parentUuid" in line)) return [line];
    const parentUuid = parents.get(line["parentUuid"]) ?? line["parentUuid"];
    if (!isEmpty(line) && !isPromptSnapshot(line)) return [{ ...line, parentUuid }];
    parents.set(line["uuid"], parentUuid);
    return [];
  });
}

function isThought({ type }: Line): boolean {
  return type === "thinking" || type === "redacted_thinking";
}

function isEmpty({ type, message }: Line): boolean {
  return type === "assistant" && isObject(message) && isEmptyList(message["content"]);
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function isPromptSnapshot({ attachment }: Line): boolean {
  return isObject(attachment) && attachment["type"] === "prompt_snapshot";
}

function isSaid(line: Line): boolean {
  return line["type"] === "user" || line["type"] === "assistant";
}
