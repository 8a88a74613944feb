import { randomUUID } from "node:crypto";
import { constants, createWriteStream } from "node:fs";
import { open, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { isRealFile } from "../home-folder.ts";
import type { Workspace } from "../runtime.ts";
import { homePaths } from "./environment.ts";
import { text as words } from "./text.ts";

/** pi's header, and the limit that keeps us from reading a huge first line that is not one. */
const headerChars = 64 * 1024;

export type OpenedSession = { kind: "ready"; path: string } | { kind: "lost"; message: string };

/** The file of a conversation. Null for an id that could leave the folder; pi's own rule for ids is the same. */
export function sessionPath({ home }: Pick<Workspace, "home">, conversationId: string): string | null {
  const isSafe = /^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/.test(conversationId);
  return isSafe ? join(homePaths(home).sessions, `${conversationId}.jsonl`) : null;
}

/** The stored conversation's file; null if there is none yet, or the agent put a link in its place. */
export async function findSession(
  workspace: Pick<Workspace, "home">,
  conversationId: string,
): Promise<string | null> {
  const path = sessionPath(workspace, conversationId);
  return path !== null && (await isRealFile(path)) ? path : null;
}

/**
 * Writes the header line ourselves: pi then appends each entry at once, the prompt too. Otherwise it writes
 * nothing before the end of the first answer. An existing file is continued.
 */
export async function startSession(workspace: Workspace, conversationId: string): Promise<OpenedSession> {
  const path = sessionPath(workspace, conversationId);
  if (path === null) return { kind: "lost", message: words.conversationIdRefused(conversationId) };
  const header = {
    type: "session",
    version: 3,
    id: conversationId,
    timestamp: new Date().toISOString(),
    cwd: workspace.cwd,
  };
  try {
    await writeFile(path, `${JSON.stringify(header)}\n`, { flag: "wx", mode: 0o600 });
    return { kind: "ready", path };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST")
      return resumeSession(workspace, conversationId);
    throw error;
  }
}

/** Repairs what pi would refuse or restart from: what a sudden end or a move left behind. */
export async function resumeSession(workspace: Workspace, conversationId: string): Promise<OpenedSession> {
  const path = await findSession(workspace, conversationId);
  if (path === null) return { kind: "lost", message: words.conversationMissing(conversationId) };
  const header = await readHeader(path);
  if (header === null) return { kind: "lost", message: words.conversationUnreadable(conversationId) };
  await endLastLine(path);
  if (header.fields["cwd"] !== workspace.cwd) await moveTo(path, { header, cwd: workspace.cwd });
  return { kind: "ready", path };
}

interface Header {
  fields: Record<string, unknown>;
  bytes: number;
}

/** Neither follows a link that was put in the file's place since it was found. */
const [reading, writing] = [constants.O_RDONLY, constants.O_RDWR].map(
  (flags) => flags | constants.O_NOFOLLOW | constants.O_NONBLOCK,
) as [number, number];

async function readHeader(path: string): Promise<Header | null> {
  await using file = await open(path, reading);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headerChars), 0, headerChars, 0);
  const line = buffer.subarray(0, bytesRead).toString("utf8").split("\n", 1)[0] ?? "";
  try {
    const header: unknown = JSON.parse(line);
    const isHeader =
      typeof header === "object" && header !== null && "type" in header && header.type === "session";
    if (!isHeader || !("id" in header) || typeof header.id !== "string") return null;
    return { fields: { ...header }, bytes: Buffer.byteLength(line) };
  } catch {
    return null;
  }
}

/** A line cut off by a crash must not swallow the next one. */
async function endLastLine(path: string): Promise<void> {
  await using file = await open(path, writing);
  const { size } = await file.stat();
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  if (buffer.toString() !== "\n") await file.write("\n", size);
}

/** pi works in the folder the header names; a fork or a new clone has another. The id stays: entries are known by it. */
async function moveTo(path: string, { header, cwd }: { header: Header; cwd: string }): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, JSON.stringify({ ...header.fields, cwd }), { flag: "wx", mode: 0o600 });
    await using file = await open(path, reading);
    // The rest goes from file to file, because a conversation may be larger than memory should hold.
    await pipeline(
      file.createReadStream({ start: header.bytes, autoClose: false }),
      createWriteStream(draft, { flags: "a" }),
    );
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
