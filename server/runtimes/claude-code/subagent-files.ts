import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { namesIn } from "../../lib/names-in.ts";
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

/** More than any agent starts; a folder that an agent filled is not read whole at each look. */
const mostAgents = 500;
const mostProjects = 100;
/** Each look at a file holds its first bytes. */
const readAtOnce = 16;

/**
 * The transcripts of a conversation's agents: in a folder of its own, and with older versions beside the main
 * file. A conversation that moved left some in each project folder it was in.
 */
export async function subagentFiles(home: string, conversationId: string): Promise<SubagentFile[]> {
  if (!/^[\w-]+$/.test(conversationId)) return [];
  const { projects } = layoutOf(home);
  const own: SubagentFile[] = [];
  const beside: SubagentFile[] = [];
  for (const { path } of await namesIn(projects, mostProjects)) {
    own.push(...(await ownAgents(join(path, conversationId, "subagents"))));
    beside.push(...(await agentsBeside(path, conversationId)));
  }
  return [...own, ...beside].slice(0, mostAgents);
}

async function ownAgents(folder: string): Promise<SubagentFile[]> {
  const paths = await agentFiles(folder);
  return fewAtOnce(paths, async (path) => describe(path, await readAbout(path)));
}

async function agentsBeside(folder: string, conversationId: string): Promise<SubagentFile[]> {
  const paths = await agentFiles(folder);
  const owners = await fewAtOnce(paths, readOwner);
  return paths.filter((_path, at) => owners[at] === conversationId).map((path) => describe(path, nothing));
}

async function agentFiles(folder: string): Promise<string[]> {
  const found = (await namesIn(folder)).filter(
    ({ name, isFile }) => isFile && /^agent-[\w-]+\.jsonl$/.test(name),
  );
  return found
    .map(({ path }) => path)
    .sort()
    .slice(0, mostAgents);
}

async function fewAtOnce<Result>(
  paths: readonly string[],
  read: (path: string) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < paths.length; at += readAtOnce)
    results.push(...(await Promise.all(paths.slice(at, at + readAtOnce).map(read))));
  return results;
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
