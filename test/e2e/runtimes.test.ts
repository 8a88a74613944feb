/** @module-tag real-cli */

import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { SessionState } from "../../server/domains/sessions/states/model.ts";
import type { TimelineEntry } from "../../server/domains/transcripts/transcripts/model.ts";
import type { SessionUsage } from "../../server/domains/usage/calls/model.ts";
import { findAgentProcesses, isAlive, type ProcessIdentity } from "../../server/lib/processes/index.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { followEvents, shownTexts } from "../support/event-stream.ts";
import { atRest, type Session } from "../support/service.ts";
import { createSession, promptsWith, transcriptOf } from "../support/sessions.ts";
import { makeTestFolder } from "../support/test-folder.ts";

const clis = join(import.meta.dirname, "../clis/node_modules/.bin");
const echoServer = join(import.meta.dirname, "../support/mcp-echo/stdio.ts");
const longMs = 60_000;

/** `subscribed`: signed in with a subscription, because only a subscription has a usage limit with a known reset. */
const runtimes = [
  {
    id: "claude_code",
    cli: join(clis, "claude"),
    subscribed: {
      ANTHROPIC_API_KEY: "",
      CLAUDE_CODE_OAUTH_TOKEN: "sk-ant-oat01-scripted",
    },
  },
  { id: "codex", cli: join(clis, "codex"), subscribed: {} },
  { id: "pi", cli: null, subscribed: {} },
] as const;

const start = (service: BoardService, agent_runtime: string, more: Record<string, unknown>) =>
  createSession(service, { agent_runtime, ...more });

async function rested(service: BoardService, id: number): Promise<Session> {
  const session = await service.waitFor(id, atRest, longMs);
  expect(session).toMatchObject({ status: "needs_input" });
  return session;
}

async function followUp(service: BoardService, id: number, prompt: string): Promise<number> {
  const { status } = await service.call("POST", `/sessions/${id}/follow_up`, {
    prompt,
  });
  return status;
}

async function timelineOf(service: BoardService, id: number): Promise<TimelineEntry[]> {
  const { body } = await service.board.call<{ entries: TimelineEntry[] }>("GET", `/sessions/${id}/timeline`);
  return body.entries;
}

/** All states of the session, newest first, since short states are easy to miss. */
async function statesOf(service: BoardService, id: number): Promise<string[]> {
  const { body } = await service.board.call<{ states: SessionState[] }>("GET", `/sessions/${id}/states`);
  return body.states.map(({ state }) => state ?? "");
}

async function processesOf(service: BoardService, id: number): Promise<ProcessIdentity[]> {
  const file = join(service.service.dataFolder, "installation.json");
  const installation = JSON.parse(await readFile(file, "utf8")) as {
    id: string;
  };
  return findAgentProcesses({ markerPrefix: `${installation.id}:${id}` });
}

/** A file in the session's scratch folder, which the agent reaches at the same path. */
const begunIn = (service: BoardService, id: number): string =>
  join(service.service.dataFolder, "scratch", String(id), "begun");

async function untilThere(path: string): Promise<void> {
  await expect.poll(() => existsSync(path), { timeout: longMs, interval: 20 }).toBe(true);
}

/** The number of recorded model calls, and whether each has tokens. */
async function callsOf(service: BoardService, id: number): Promise<[number, boolean]> {
  const { body } = await service.board.call<SessionUsage>("GET", `/sessions/${id}/usage`);
  const calls = body.by_model.reduce((sum, model) => sum + model.calls, 0);
  return [calls, body.by_model.every(({ input_tokens, output_tokens }) => input_tokens + output_tokens > 0)];
}

/** Ending one may end the next of the list as well. */
function killHard(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

const cloneOf = ({ metadata }: Session): string => String(metadata["clone_path"]);

/** How often each text is in the prompts of the newest request that contains the last of them. */
function timesInConversation(service: BoardService, texts: readonly string[]): number[] {
  const last = texts.at(-1) ?? "";
  const request = service.model
    .requests()
    .findLast(({ prompts }) => prompts.some((one) => one.includes(last)));
  return texts.map((text) => (request?.prompts ?? []).filter((prompt) => prompt.includes(text)).length);
}

describe.each(runtimes)("a session on $id", ({ id: runtime, cli, subscribed }) => {
  beforeEach((context) => {
    if (cli !== null && !existsSync(cli)) context.skip(`${runtime} is not installed in test/clis`);
  });

  it("finishes its work, can be read in every form, and continues in the same conversation", async () => {
    await using service = await startBoardService();
    const prompt = "Write the first note.\n#script write_file path=note.txt text=hello\n#script say Noted.";
    const { id } = await start(service, runtime, { prompt });
    const session = await rested(service, id);
    expect(await readFile(join(cloneOf(session), "note.txt"), "utf8")).toBe("hello\n");

    const transcript = await transcriptOf(service, id);
    expect(transcript).toContain("Write the first note.");
    expect(transcript).toContain("Noted.");
    const { body } = await service.call("GET", `/sessions/${id}/conversation`);
    const roles = (body["messages"] as { role: string; content: string }[]).map(({ role, content }) => [
      role,
      content.split("\n")[0],
    ]);
    expect(roles.at(0)).toEqual(["user", "Write the first note."]);
    expect(roles.at(-1)).toEqual(["assistant", "Noted."]);
    const types = (await timelineOf(service, id)).map(({ event }) => event.type);
    expect(types).toEqual(expect.arrayContaining(["user", "tool_call", "tool_result", "assistant"]));

    expect(await followUp(service, id, "And now a second one.\n#script say Second.")).toBe(200);
    await rested(service, id);
    expect(await transcriptOf(service, id)).toContain("Second.");
    expect(timesInConversation(service, ["Write the first note.", "And now a second one."])).toEqual([1, 1]);
    await expect.poll(() => callsOf(service, id), { timeout: longMs }).toEqual([3, true]);
  });

  it("delivers messages that were sent during a turn, once each and in order", async () => {
    await using service = await startBoardService();
    const gate = join(service.folder, "gate");
    const { id } = await start(service, runtime, {
      prompt: `First task.\n#script wait_file path=${gate}\n#script say A.`,
    });
    await expect
      .poll(() => promptsWith(service, "First task.").length, {
        timeout: longMs,
      })
      .toBeGreaterThan(0);
    expect(await followUp(service, id, "Second task.\n#script say B.")).toBe(202);
    expect(await followUp(service, id, "Third task.\n#script say C.")).toBe(202);
    expect(promptsWith(service, "Second task.")).toEqual([]);

    await writeFile(gate, "");
    await service.waitFor(id, atRest, longMs);
    expect(timesInConversation(service, ["First task.", "Second task.", "Third task."])).toEqual([1, 1, 1]);
    const said = (await timelineOf(service, id)).flatMap(({ event }) =>
      event.type === "user" ? [event.text.split("\n")[0]] : [],
    );
    expect(said).toEqual(["First task.", "Second task.", "Third task."]);
    const queue = await service.call("GET", `/sessions/${id}/enqueued_messages`);
    expect(queue.body["enqueued_messages"]).toEqual([]);
  });

  it("leaves no process when it is paused during a tool call, and continues afterward", async () => {
    await using service = await startBoardService();
    const cmd = `touch $SIGNALBOX_SCRATCH/begun; (setsid sleep 600 >/dev/null 2>&1 &); sleep 601`;
    const { id } = await start(service, runtime, {
      prompt: `Take long.\n#script bash cmd=${cmd}\n#script say Never.`,
    });
    await untilThere(begunIn(service, id));
    expect((await processesOf(service, id)).length).toBeGreaterThan(1);

    const paused = await service.call<{ session: Session }>("POST", `/sessions/${id}/pause`);
    expect(paused).toMatchObject({
      status: 200,
      body: { session: { status: "needs_input" } },
    });
    expect(await processesOf(service, id)).toEqual([]);

    expect(await followUp(service, id, "Go on.\n#script say Went on.")).toBe(200);
    await rested(service, id);
    expect(timesInConversation(service, ["Take long.", "Go on."])).toEqual([1, 1]);
    expect(await transcriptOf(service, id)).toContain("Went on.");
  });

  it("stops everything it started when it is archived during a turn", async () => {
    await using service = await startBoardService();
    const prompt = `#script bash cmd=touch $SIGNALBOX_SCRATCH/begun; (setsid sleep 600 >/dev/null 2>&1 &); sleep 601`;
    const { id } = await start(service, runtime, { prompt });
    await untilThere(begunIn(service, id));
    expect((await service.call("POST", `/sessions/${id}/archive`, {})).status).toBe(422);
    const archived = await service.call<{ session: Session }>("POST", `/sessions/${id}/archive`, {
      end_turn: true,
    });
    expect(archived).toMatchObject({
      status: 200,
      body: { session: { status: "archived" } },
    });
    expect(await processesOf(service, id)).toEqual([]);
  });

  it("waits for a usage limit to reset and continues without sending the prompt twice", async () => {
    await using service = await startBoardService({
      environment: subscribed,
    });
    const prompt = "Spend it.\n#script limit times=1 resets_in=1\n#script say Back.";
    const { id } = await start(service, runtime, { prompt });
    await expect.poll(() => statesOf(service, id), { timeout: longMs }).toContain("parked");
    await rested(service, id);
    expect((await logsOf(service, id)).join("\n")).toContain("will be retried at");
    expect(timesInConversation(service, ["Spend it."])).toEqual([1]);
  });

  it("retries when its agent is killed from outside", async () => {
    await using service = await startBoardService();
    const prompt = `Be killed.\n#script bash cmd=touch $SIGNALBOX_SCRATCH/begun; sleep 601\n#script say Never.`;
    const { id } = await start(service, runtime, { prompt });
    await untilThere(begunIn(service, id));
    const killed = await processesOf(service, id);
    for (const { pid } of killed) killHard(pid);
    await expect.poll(() => statesOf(service, id), { timeout: longMs }).toContain("held");
    // Not all processes of the session: the next try may have begun.
    // The kernel takes a moment to take a sandbox down: its first process goes last.
    await expect.poll(() => Promise.all(killed.map(isAlive)), { timeout: 5_000 }).not.toContain(true);
    await rested(service, id);
    const said = (await timelineOf(service, id)).flatMap(({ event }) =>
      event.type === "user" ? [event.text] : [],
    );
    expect(said.filter((text) => text.includes("Be killed."))).toHaveLength(1);
    expect(said.at(-1)).toContain("[Signalbox]");
  });

  it("fails with a readable reason when the provider refuses the key", async () => {
    await using service = await startBoardService();
    const { id } = await start(service, runtime, {
      prompt: "#script error 401 message=That key is not known here",
    });
    const failed = await service.waitFor(id, atRest, longMs);
    expect(failed).toMatchObject({ status: "failed" });
    expect(failed.failure_reason).toBe("credential_refused");
    expect((await logsOf(service, id)).join("\n")).toMatch(
      /That key is not known here|refused Claude Code's key/,
    );
  });

  it("calls the tool of an MCP server from the catalog", async () => {
    await using folder = await makeTestFolder();
    await writeCatalog(folder.path);
    await using service = await startBoardService({
      environment: { SERVICE_CATALOG: folder.at("air.json") },
    });
    const prompt = '#script mcp server=echo tool=echo args={"text":"over the wire"}\n#script say Called.';
    const { id } = await start(service, runtime, {
      prompt,
      mcp_servers: ["echo"],
    });
    await rested(service, id);
    const results = (await timelineOf(service, id)).flatMap(({ event }) =>
      event.type === "tool_result" ? [event.text] : [],
    );
    expect(results.join("\n")).toContain("echo: over the wire");
  });

  it("never shows a secret that the agent printed", async () => {
    const known = "planted-4vQ9zK2mT7xW1pL8";
    const token = `ghp_${"aB3dE5gH7jK9mN1pQ3sT5vX7zA9cD1fG3hJ5"}`;
    await using service = await startBoardService({
      environment: { DEPLOY_TOKEN: known },
    });
    await using stream = await followEvents(service);
    const parts = [`printf '%s%s\\n' ghp_ ${token.slice(4)}`, "echo the value is $DEPLOY_TOKEN here"];
    const prompt = `Print.\n#script bash cmd=${parts.join("; ")}\n#script drip 0.1\n#script say ${"and so on ".repeat(20)}`;
    const { id } = await start(service, runtime, { prompt });
    await rested(service, id);
    const reads = await readEverything(service, id);
    expect(reads["timeline"]).toContain("the value is");
    expect(stream.items.some(({ event }) => event.type === "partial")).toBe(true);
    const all = { ...reads, stream: JSON.stringify(stream.items) };
    for (const [where, text] of Object.entries(all)) {
      expect(text, where).not.toContain(known);
      expect(text, where).not.toContain(token);
    }
  });

  it("shows no secret while its answer is streamed", async () => {
    const known = "planted-4vQ9zK2mT7xW1pL8";
    await using service = await startBoardService({
      environment: { DEPLOY_TOKEN: known },
    });
    await using stream = await followEvents(service);
    const prompt = `#script drip 0.06\n#script say It reads ${known} and ${"so on ".repeat(30)}`;
    const { id } = await start(service, runtime, { prompt });
    await rested(service, id);
    const live = shownTexts(stream, id);
    expect(live.findLast((text) => text !== "")).toMatch(/^It reads /);
    expect(live.join("\n")).not.toMatch(/planted-4v|7xW1pL8/);
  });
});

async function logsOf(service: BoardService, id: number): Promise<string[]> {
  const { body } = await service.call<{ logs: { content: string }[] }>("GET", `/sessions/${id}/logs`);
  return body.logs.map(({ content }) => content);
}

async function writeCatalog(folder: string): Promise<void> {
  const server = {
    type: "stdio",
    title: "Echo",
    description: "Says the text back.",
    command: process.execPath,
    args: [echoServer],
  };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "air.json"), JSON.stringify({ name: "e2e", mcp: ["./mcp.json"] }));
  await writeFile(join(folder, "mcp.json"), JSON.stringify({ echo: server }));
}

async function readEverything(service: BoardService, id: number): Promise<Record<string, string>> {
  const read = async (path: string) =>
    JSON.stringify((await service.call("GET", `/sessions/${id}${path}`)).body);
  return {
    transcript: await read("/transcript"),
    "transcript as text": await read("/transcript?format=text"),
    conversation: await read("/conversation?full_content=true"),
    "session with transcript": await read("?include_transcript=true"),
    logs: await read("/logs"),
    timeline: JSON.stringify(await timelineOf(service, id)),
  };
}
