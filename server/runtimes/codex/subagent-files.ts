import { openWithin } from "../../lib/read-within.ts";
import { asObject, asText, type Json } from "../json.ts";
import type { SubagentFile } from "../runtime.ts";
import { rollouts } from "./transcript-file.ts";

/** The newest; a folder that an agent filled is not read whole at each look. */
const mostRollouts = 500;

/** The rollouts of the agents a thread started, and of those they started in turn; oldest first. */
export async function subagentFiles(home: string, threadId: string): Promise<SubagentFile[]> {
  const found: SubagentFile[] = [];
  for (const path of (await rollouts(home)).slice(-mostRollouts)) {
    const head = await readHead(home, path);
    if (isAgentOf(head, threadId)) found.push(describe(path, head));
  }
  return found;
}

/** The root thread is named by every agent below it. */
function isAgentOf(head: Json, threadId: string): boolean {
  const parents = [head["session_id"], head["parent_thread_id"], spawnOf(head)["parent_thread_id"]];
  return head["id"] !== threadId && parents.includes(threadId);
}

function describe(path: string, head: Json): SubagentFile {
  const spawn = spawnOf(head);
  return {
    agentId: asText(head["id"]) ?? "",
    path,
    toolUseId: null,
    subagentType: asText(spawn["agent_role"]) ?? asText(spawn["agent_nickname"]),
    description: null,
    finished: null,
  };
}

function spawnOf(head: Json): Json {
  return asObject(asObject(asObject(head["source"])["subagent"])["thread_spawn"]);
}

/** The first line holds the instructions too; a longer one is not Codex's own. */
const headBytes = 512 * 1024;

/** The payload of the first line; later heads in a file are copies of a parent's. */
async function readHead(home: string, path: string): Promise<Json> {
  const file = await openWithin(home, path);
  if (file === null) return {};
  await using opened = file;
  const { buffer, bytesRead } = await opened.read(Buffer.alloc(headBytes), 0, headBytes, 0);
  return payloadOf(buffer.subarray(0, bytesRead).toString("utf8").split("\n", 1)[0] ?? "");
}

function payloadOf(line: string): Json {
  try {
    const entry = asObject(JSON.parse(line));
    return entry["type"] === "session_meta" ? asObject(entry["payload"]) : {};
  } catch {
    return {};
  }
}
