import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type ClaudePlace,
  newClaudeSession,
  newFolder,
  untilThere,
} from "../../../test/support/claude-trial.ts";
import { startHttpEcho } from "../../../test/support/mcp-echo/http.ts";
import { type ScriptedModel, startScriptedModel } from "../../scripted-model/index.ts";
import type { Equipment, Workspace } from "../runtime.ts";
import { claudeCodeRuntime } from "./index.ts";

const bin = join(import.meta.dirname, "../../../test/clis/node_modules/.bin");
const stdioEcho = join(import.meta.dirname, "../../../test/support/mcp-echo/stdio.ts");
const bare: Equipment = { mcpServers: [], skills: [], hooks: [] };
// Nobody's login: the home is empty.
const path = [bin, process.env["PATH"]].join(delimiter);
const runtime = claudeCodeRuntime({ environment: { PATH: path, HOME: "/nonexistent" } });

let model: ScriptedModel;
let place: ClaudePlace;

beforeAll(async () => {
  model = await startScriptedModel();
  place = { runtime, modelUrl: model.url };
});
afterAll(() => model.close());
beforeEach((context) => {
  if (!existsSync(join(bin, "claude"))) context.skip("Claude Code is not installed in test/clis");
});

/** The workspace with its clone elsewhere. */
function inFolder(workspace: Workspace, cwd: string): Workspace {
  const { sandbox } = workspace;
  return { ...workspace, cwd, sandbox: sandbox && { ...sandbox, writable: [...sandbox.writable, cwd] } };
}

describe("a turn", () => {
  it("writes a file, and the next turn remembers the conversation", async () => {
    const { workspace, run } = await newClaudeSession(place);
    const id = randomUUID();
    const file = join(workspace.cwd, "note.txt");

    const first = await run({
      conversation: { kind: "start", id },
      prompt: `#script write_file path=${file} text=hello\n#script say written`,
    });
    expect(first.outcome).toEqual({ kind: "completed", lastMessage: "written" });
    expect(await readFile(file, "utf8")).toBe("hello\n");
    expect(first.told).toMatchObject({ conversations: [id], pids: [expect.any(Number)] });
    expect(first.told.activity).toBeGreaterThan(3);
    expect(first.told.events).toContainEqual(expect.objectContaining({ kind: "usage" }));
    expect(first.told.events.filter(({ kind }) => kind !== "activity" && kind !== "usage")).toEqual([
      { kind: "partial_text", text: "written" },
    ]);

    // From another folder, as after a new clone.
    const elsewhere = inFolder(workspace, await newFolder());
    const second = await run({
      workspace: elsewhere,
      conversation: { kind: "resume", id },
      prompt: "#script say again",
    });
    expect(second.outcome).toEqual({ kind: "completed", lastMessage: "again" });
    expect(model.requests().at(-1)?.prompts.join("\n")).toContain("text=hello");

    const transcript = await runtime.transcriptFile(elsewhere, id);
    const lines = (await readFile(transcript ?? "", "utf8"))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.filter((line) => runtime.transcript.isPrompt(line, "#script say again"))).toHaveLength(1);
    const events = lines
      .filter((line) => runtime.transcript.keeps(line))
      .flatMap((line) => runtime.transcript.events(line));
    expect(events).toContainEqual({
      type: "tool_result",
      callId: expect.any(String),
      text: expect.stringContaining("created"),
      isError: false,
    });
  });

  it("waits for background work and reports the last message", async () => {
    const { run } = await newClaudeSession(place);
    const input = JSON.stringify({ command: "sleep 1", description: "x", run_in_background: true });
    const { outcome } = await run({ prompt: `#script tool name=Bash args=${input}\n#script say started` });
    expect(outcome).toEqual({ kind: "completed", lastMessage: "Script done." });
  });

  it("ends one command in the background when it is asked to, and then the turn", async () => {
    const { start } = await newClaudeSession(place);
    const input = JSON.stringify({ command: "sleep 300", description: "x", run_in_background: true });
    const { turn, told, living } = start({
      prompt: `#script tool name=Bash args=${input}\n#script say started`,
    });
    const tasks = () =>
      told.events.flatMap((event) =>
        event.kind === "activity" && event.step.step === "background" ? [event.step.tasks] : [],
      );
    await expect.poll(() => tasks().at(-1)?.length, { timeout: 20_000, interval: 20 }).toBe(1);
    expect(await turn.stopTask?.(tasks().at(-1)?.[0]?.taskId ?? "")).toBeNull();
    expect((await turn.outcome).kind).toBe("completed");
    expect(tasks().at(-1)).toEqual([]);
    expect(await living()).toEqual([]);
  });

  it("shows the model an image and the system prompt", async () => {
    const { workspace, run } = await newClaudeSession(place);
    const image = join(workspace.scratch, "dot.png");
    await writeFile(image, Buffer.from(onePixelPng, "base64"));
    const { outcome } = await run({
      prompt: "#script say seen",
      images: [image],
      systemPrompt: "Speak in riddles.",
    });
    expect(outcome.kind).toBe("completed");
    const body = JSON.stringify(model.requests().at(-1)?.body);
    expect(body).toContain("image/png");
    expect(body).toContain("Speak in riddles.");
  });
});

describe("an end", () => {
  it("by interrupt ends every process that tools started", async () => {
    const { workspace, start } = await newClaudeSession(place);
    const ready = join(workspace.scratch, "ready");
    const { turn, living } = start({
      prompt: `#script bash cmd=setsid sleep 300 & touch ${ready}; sleep 200`,
    });
    await untilThere(ready);
    expect((await living()).length).toBeGreaterThan(2);

    await turn.interrupt();
    expect(await turn.outcome).toEqual({ kind: "interrupted" });
    expect(await living()).toEqual([]);
  });

  it("by interrupt works before the process runs, and twice", async () => {
    const { start } = await newClaudeSession(place);
    const { turn } = start({ prompt: "#script sleep 60" });
    await Promise.all([turn.interrupt(), turn.interrupt()]);
    expect(await turn.outcome).toEqual({ kind: "interrupted" });
  });

  it("in success leaves no process that a tool has hidden from the CLI", async () => {
    const { workspace, run } = await newClaudeSession(place);
    const started = join(workspace.scratch, "started");
    const hidden = `setsid sh -c 'touch ${started}; exec sleep 300' </dev/null >/dev/null 2>&1 & until [ -e ${started} ]; do :; done`;
    const { outcome, living } = await run({ prompt: `#script bash cmd=${hidden}\n#script say done` });
    expect(existsSync(started)).toBe(true);
    expect(outcome).toEqual({ kind: "completed", lastMessage: "done" });
    expect(await living()).toEqual([]);
  });

  it.each(["SIGTERM", "SIGKILL"] as const)(
    "by someone else's %s is reported as such, and ends tools too",
    async (signal) => {
      const { workspace, start } = await newClaudeSession(place);
      const ready = join(workspace.scratch, "ready");
      const { turn, told, living } = start({ prompt: `#script bash cmd=touch ${ready}; sleep 200` });
      await untilThere(ready);
      process.kill(told.pids[0] ?? Number.NaN, signal);
      expect(await turn.outcome).toMatchObject({ kind: "killed", signal });
      expect(await living()).toEqual([]);
    },
  );
});

describe("an error of the provider", () => {
  it.each([
    [
      "a wrong key, at the first refusal",
      "error 401",
      { kind: "api_error", error: "authentication", status: 401, retryable: false },
    ],
    [
      "a bad request",
      "error 400",
      { kind: "api_error", error: "invalid_request", status: 400, retryable: false },
    ],
    [
      "a prompt that is too long",
      "error 400 message=prompt is too long: 300000 tokens > 200000 maximum",
      { kind: "api_error", error: "context_length", retryable: false },
    ],
    ["an unknown model", "error 404", { kind: "api_error", error: "model_not_found", status: 404 }],
    [
      "a server error, after its retries",
      "error 500",
      { kind: "api_error", error: "server_error", status: 500, retryable: true },
    ],
    [
      "an overloaded server",
      "error 529",
      { kind: "api_error", error: "overloaded", status: 529, retryable: true },
    ],
    ["too many requests", "error 429 retry_after=3600", { kind: "rate_limited", resetAt: null }],
  ])("is reported as %s", async (_title, step, expected) => {
    const { run } = await newClaudeSession(place);
    const { outcome } = await run({ prompt: `#script ${step}` });
    expect(outcome).toMatchObject(expected);
  });

  it("is reported as a limit with its reset time for a subscription", async () => {
    const { workspace, run } = await newClaudeSession(place);
    const { ANTHROPIC_API_KEY: _, ...env } = workspace.env;
    const withToken = { ...workspace, env: { ...env, CLAUDE_CODE_OAUTH_TOKEN: "sk-ant-oat01-none" } };
    await runtime.prepare(withToken, bare);
    const before = Date.now();
    const { outcome, told } = await run({ workspace: withToken, prompt: "#script limit resets_in=3600" });
    expect(outcome).toMatchObject({ kind: "rate_limited", resetAt: expect.any(Number) });
    expect(
      Math.abs((outcome.kind === "rate_limited" ? (outcome.resetAt ?? 0) : 0) - before - 3_600_000),
    ).toBeLessThan(60_000);
    expect(told.events).toContainEqual({
      kind: "quota",
      windows: expect.arrayContaining([expect.objectContaining({ name: "five_hour", utilization: 1 })]),
    });
  });

  it("is reported while the CLI tries again", async () => {
    const { run } = await newClaudeSession(place);
    const { outcome, told } = await run({ prompt: "#script error 500 times=1\n#script say fine" });
    expect(outcome).toEqual({ kind: "completed", lastMessage: "fine" });
    expect(told.events).toContainEqual(
      expect.objectContaining({ kind: "retrying", attempt: 1, maxAttempts: 1 }),
    );
  });
});

describe("a conversation", () => {
  it("that does not exist is lost", async () => {
    const { run } = await newClaudeSession(place);
    const { outcome } = await run({
      conversation: { kind: "resume", id: randomUUID() },
      prompt: "#script say x",
    });
    expect(outcome.kind).toBe("conversation_lost");
  });

  it("with an unreadable file is lost too", async () => {
    const { workspace, run } = await newClaudeSession(place);
    const id = randomUUID();
    const folder = join(workspace.home, "projects", "-somewhere");
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${id}.jsonl`), "");
    const { outcome } = await run({ conversation: { kind: "resume", id }, prompt: "#script say x" });
    expect(outcome.kind).toBe("conversation_lost");
  });

  it("cannot start with an id that is in use", async () => {
    const { run } = await newClaudeSession(place);
    const id = randomUUID();
    await run({ conversation: { kind: "start", id }, prompt: "#script say x" });
    const { outcome } = await run({ conversation: { kind: "start", id }, prompt: "#script say y" });
    expect(outcome).toMatchObject({
      kind: "start_failed",
      message: expect.stringContaining("already in use"),
    });
  });
});

describe("equipment", () => {
  it("reaches the agent: MCP servers over stdio and HTTP, and a failing one is named", async () => {
    await using http = await startHttpEcho();
    const { run } = await newClaudeSession(place, {
      mcpServers: [
        { name: "near", type: "stdio", command: process.execPath, args: [stdioEcho], env: {} },
        { name: "far", type: "streamable-http", url: http.url, headers: { "x-agent": "7" } },
        { name: "gone", type: "stdio", command: "/nonexistent/server", args: [], env: {} },
      ],
    });
    const call = (server: string) =>
      `#script mcp server=${server} tool=echo args=${JSON.stringify({ text: `to ${server}` })}`;
    const { outcome, told } = await run({ prompt: `${call("near")}\n${call("far")}\n#script say called` });
    expect(outcome).toEqual({ kind: "completed", lastMessage: "called" });
    const body = JSON.stringify(model.requests().at(-1)?.body);
    expect(body).toContain("echo: to near");
    expect(body).toContain("echo: to far");
    expect(http.headers[0]).toMatchObject({ "x-agent": "7" });
    expect(told.events).toContainEqual({
      kind: "mcp_server_failed",
      server: "gone",
      message: expect.stringContaining("ENOENT"),
    });
  });

  it("keeps an app of an MCP server in the transcript", async () => {
    const { workspace, run } = await newClaudeSession(place, {
      mcpServers: [{ name: "near", type: "stdio", command: process.execPath, args: [stdioEcho], env: {} }],
    });
    const id = randomUUID();
    const html = "<h1>Chart</h1>\n<p>x";
    await run({
      conversation: { kind: "start", id },
      prompt: `#script mcp server=near tool=draw args=${JSON.stringify({ html })}\n#script say drawn`,
    });
    const file = await readFile((await runtime.transcriptFile(workspace, id)) ?? "", "utf8");
    const lines: unknown[] = file
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.flatMap((line) => runtime.transcript.apps?.(line) ?? [])).toEqual([
      { uri: "ui://echo/app", html },
    ]);
    expect(lines.flatMap((line) => runtime.transcript.events(line))).toContainEqual(
      expect.objectContaining({ type: "tool_call", name: "mcp__near__draw" }),
    );
  });

  it.each([
    ["in full to the model if the search for tools is off", false],
    ["through a search by default", true],
  ])("describes the tools of MCP servers %s", async (_title, toolSearch) => {
    const { run } = await newClaudeSession(place, {
      mcpServers: [{ name: "near", type: "stdio", command: process.execPath, args: [stdioEcho], env: {} }],
    });
    const { outcome } = await run({ toolSearch, prompt: "#script say seen" });
    expect(outcome.kind).toBe("completed");
    const named = JSON.stringify(model.requests().at(-1)?.body).includes('"name":"mcp__near__echo"');
    expect(named).toBe(!toolSearch);
  });

  it("reaches the agent: a skill is listed and a hook runs; what is no longer selected is removed", async () => {
    const source = await newFolder();
    const skill = join(source, "skill");
    const hook = join(source, "hook");
    await Promise.all([skill, hook].map((folder) => mkdir(folder)));
    await writeFile(
      join(skill, "SKILL.md"),
      "---\nname: weather-lore\ndescription: Reads the clouds.\n---\nLook up.\n",
    );
    await writeFile(join(source, "clouds.md"), "cumulus");
    await writeFile(join(hook, "note.sh"), '#!/bin/sh\necho "$1 $GREETING" > "$2"\n');
    await chmod(join(hook, "note.sh"), 0o755);
    const seen = "it's seen";
    const equipment: Equipment = {
      mcpServers: [],
      skills: [{ id: "weather-lore", path: skill, references: [join(source, "clouds.md")] }],
      hooks: [
        {
          id: "note",
          path: hook,
          event: "pre_tool_call",
          command: "./note.sh",
          args: ["hello you", seen],
          env: { GREETING: "good day" },
          matcher: "Bash",
        },
      ],
    };
    const { workspace, run } = await newClaudeSession(place, equipment);

    const { outcome } = await run({ prompt: "#script bash cmd=true\n#script say done" });
    expect(outcome.kind).toBe("completed");
    expect(JSON.stringify(model.requests().at(-1)?.body)).toContain("weather-lore");
    expect(await readFile(join(workspace.cwd, seen), "utf8")).toBe("hello you good day\n");
    expect(existsSync(join(workspace.home, "skills/weather-lore/references/clouds.md"))).toBe(true);

    await mkdir(join(workspace.home, "skills/of-the-agent"));
    await runtime.prepare(workspace, bare);
    expect(existsSync(join(workspace.home, "skills/weather-lore"))).toBe(false);
    expect(existsSync(join(workspace.home, "hooks/note"))).toBe(false);
    expect(existsSync(join(workspace.home, "skills/of-the-agent"))).toBe(true);
  });
});

describe("a missing CLI", () => {
  it("is reported with how to install it", async () => {
    const located = await claudeCodeRuntime({ environment: { PATH: "/nonexistent" } }).locate();
    expect(located).toEqual({
      kind: "missing",
      message: expect.stringContaining("npm install -g @anthropic-ai/claude-code"),
    });
  });

  it("fails the turn with a sentence if it was removed in the meantime", async () => {
    const { run } = await newClaudeSession(place);
    const gone = { kind: "found", command: "/nonexistent/claude", args: [], version: "0" } as const;
    const { outcome } = await run({ cli: gone, prompt: "hello" });
    expect(outcome).toMatchObject({
      kind: "start_failed",
      message: expect.stringContaining("/nonexistent/claude"),
    });
  });
});

const onePixelPng =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
