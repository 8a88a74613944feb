import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { isRealFolder } from "../../lib/exists.ts";
import { openWithin, readWithin } from "../../lib/read-within.ts";
import type { SubagentFile } from "../runtime.ts";
import { layoutOf } from "./layout.ts";

/** A first line is rarely longer; a longer one is no reason to read the whole file. */
const headBytes = 256 * 1024;
const aboutBytes = 64 * 1024;

const word = z.string().nullable().catch(null);
const about = z.object({
  agentType: word,
  description: word,
  toolUseId: word,
  finished: z.boolean().nullable().catch(null),
});
const nothing: z.infer<typeof about> = {
  agentType: null,
  description: null,
  toolUseId: null,
  finished: null,
};
const firstLine = z.object({ sessionId: z.string() });

/**
 * The transcripts of a conversation's agents: in a folder of its own, and with older versions beside the main
 * file. A conversation that moved left some in each project folder it was in.
 */
export async function subagentFiles(home: string, conversationId: string): Promise<SubagentFile[]> {
  if (!/^[\w-]+$/.test(conversationId)) return [];
  const { projects } = layoutOf(home);
  const folders = (await namesIn(projects)).map((name) => join(projects, name));
  const own = folders.map((folder) => ownAgents(join(folder, conversationId, "subagents")));
  const beside = folders.map((folder) => agentsBeside(folder, conversationId));
  return (await Promise.all([...own, ...beside])).flat();
}

async function ownAgents(folder: string): Promise<SubagentFile[]> {
  const paths = await agentFiles(folder);
  return Promise.all(paths.map(async (path) => describe(path, await readAbout(path))));
}

async function agentsBeside(folder: string, conversationId: string): Promise<SubagentFile[]> {
  const paths = await agentFiles(folder);
  const owners = await Promise.all(paths.map(readOwner));
  return paths.filter((_path, at) => owners[at] === conversationId).map((path) => describe(path, nothing));
}

async function agentFiles(folder: string): Promise<string[]> {
  const names = await namesIn(folder);
  return names.filter((name) => /^agent-[\w-]+\.jsonl$/.test(name)).map((name) => join(folder, name));
}

function describe(path: string, known: z.infer<typeof about>): SubagentFile {
  const { agentType: subagentType, description, toolUseId, finished } = known;
  const agentId = /agent-([\w-]+)\.jsonl$/.exec(path)?.[1] ?? "";
  return { agentId, path, toolUseId, subagentType, description, finished };
}

async function readAbout(path: string): Promise<z.infer<typeof about>> {
  const name = basename(path).replace(/\.jsonl$/, ".meta.json");
  const text = await readWithin(dirname(path), name, aboutBytes);
  return about.safeParse(parsed(Buffer.from(text ?? []).toString("utf8"))).data ?? nothing;
}

/** The conversation that a file's first line names. */
async function readOwner(path: string): Promise<string | null> {
  const file = await openWithin(dirname(path), path);
  if (file === null) return null;
  await using opened = file;
  const { buffer, bytesRead } = await opened.read(Buffer.alloc(headBytes), 0, headBytes, 0);
  const line = buffer.subarray(0, bytesRead).toString("utf8").split("\n", 1)[0] ?? "";
  return firstLine.safeParse(parsed(line)).data?.sessionId ?? null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return (await isRealFolder(folder)) ? await readdir(folder).catch(() => []) : [];
}
