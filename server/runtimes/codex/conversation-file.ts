import { join } from "node:path";
import {
  formatLines,
  isRedacted,
  type Line,
  type LineRole,
  moveFolder,
  parseLines,
  safeLength,
} from "../conversation-lines.ts";
import { writeInHome } from "../home-folder.ts";
import { asObject, asText, type Json } from "../json.ts";
import type { Workspace } from "../runtime.ts";
import { rolloutFile } from "./transcript-file.ts";
import { isOwnWords } from "./transcript-message.ts";

/**
 * Writes a rollout the CLI can resume by its thread's id; null when the lines hold no conversation. The CLI finds
 * it without an entry in its database. The id must be a UUID.
 */
export async function writeConversation(
  { cwd, home }: Pick<Workspace, "cwd" | "home">,
  { id, lines }: { id: string; lines: readonly string[] },
): Promise<string | null> {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) return null;
  const rollout = rolloutFor({ id, cwd }, parseLines(lines));
  if (rollout === null) return null;
  const path = (await rolloutFile(home, id)) ?? newPath(home, id);
  await writeInHome(home, path, formatLines(rollout));
  return path;
}

/** The lines as the rollout of that thread in that folder. Pure. */
export function rolloutFor({ id, cwd }: { id: string; cwd: string }, lines: readonly Line[]): Line[] | null {
  const stored = lines.slice(beginningOf(lines));
  const head = stored.find(isHead);
  const kept = stored.slice(0, safeLength(stored.map(roleOf)));
  if (!head || !kept.some(isSaid)) return null;
  const before = asObject(head["payload"]);
  const [from, oldId] = [asText(before["cwd"]) ?? "", asText(before["id"])];
  // Where the thread began and where its other files are: neither exists for a copy.
  const { forked_from_id: _origin, history_base: _base, ...payload } = before;
  const body = kept.filter((line) => !isHead(line) && !isSpoilt(line));
  return [{ ...head, payload }, ...body].map((line, ordinal) => {
    const moved = moveFolder(line, { from, to: cwd, signed: isSealed }) as Line;
    return { ...(renamed(moved, oldId, id) as Line), ordinal };
  });
}

/** Where the newest thread begins: the session's conversation may have been cleared before. */
function beginningOf(lines: readonly Line[]): number {
  const heads = [...lines.entries()].filter(([, line]) => isHead(line));
  const ofOther = ([, line]: [number, Line], before: [number, Line] | undefined): boolean => {
    const [now, then] = [asObject(line["payload"]), asObject(before?.[1]["payload"])];
    return before !== undefined && now["id"] !== then["id"] && asText(now["forked_from_id"]) === null;
  };
  return heads.findLast((head, at) => ofOther(head, heads[at - 1]))?.[0] ?? 0;
}

/** Ids are whole fields, never part of a text. */
function renamed(value: unknown, from: string | null, to: string): unknown {
  if (from !== null && value === from) return to;
  if (Array.isArray(value)) return value.map((item) => renamed(item, from, to));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, renamed(item, from, to)]));
}

function roleOf(line: Line): LineRole {
  const payload = itemOf(line);
  const type = asText(payload["type"]) ?? "";
  const callId = asText(payload["call_id"]);
  const ids = callId === null ? [] : [callId];
  return {
    isPrompt: type === "message" && payload["role"] === "user" && isOwnWords(payload),
    calls: type.endsWith("_call") ? ids : [],
    results: type.endsWith("_output") ? ids : [],
    hangs: type === "reasoning",
  };
}

function isHead(line: Line): boolean {
  return line["type"] === "session_meta";
}

function isSaid(line: Line): boolean {
  const { type, role } = itemOf(line);
  return line["type"] === "compacted" || (type === "message" && (role === "user" || role === "assistant"));
}

/** The provider opens its sealed thoughts only as it gave them. */
function isSpoilt(line: Line): boolean {
  const item = itemOf(line);
  return isSealed(item) && isRedacted(item["encrypted_content"]);
}

function isSealed(value: Line): boolean {
  return value["type"] === "reasoning" && typeof value["encrypted_content"] === "string";
}

function itemOf(line: Line): Json {
  return line["type"] === "response_item" ? asObject(line["payload"]) : {};
}

/** Named after the current local time, as the CLI does. */
function newPath(home: string, id: string): string {
  const now = new Date();
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString();
  const folder = local.slice(0, 10).split("-");
  return join(home, "sessions", ...folder, `rollout-${local.slice(0, 19).replaceAll(":", "-")}-${id}.jsonl`);
}
