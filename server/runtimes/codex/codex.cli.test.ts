import { chmod, mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  appears,
  type CodexTrial,
  isCodexInstalled,
  processesOf,
  startCodexTrial,
} from "../../../test/support/codex-trial.ts";
import { startHttpEcho } from "../../../test/support/mcp-echo/http.ts";
import { markerVariable } from "../../lib/processes/index.ts";
import type { Equipment } from "../runtime.ts";
import { codexRuntime } from "./index.ts";

const stdioEcho = join(import.meta.dirname, "../../../test/support/mcp-echo/stdio.ts");

let installed = false;
let trial: CodexTrial;

beforeAll(async () => {
  installed = await isCodexInstalled();
  trial = await startCodexTrial();
});

afterAll(() => trial.end());

beforeEach((context) => {
  if (!installed) context.skip("codex is not installed in test/clis");
});

describe("a turn", () => {
  it("runs tools to completion, names its conversation and keeps each message once", async () => {
    const workspace = await trial.newWorkspace();

    const { outcome, told } = await trial.play(
      workspace,
      "#script rate used5h=40 used7d=10 resets_in=100\n#script think hm\n#script say working\n" +
        "#script write_file path=made.txt text=hello\n#script bash cmd=echo out; exit 3\n#script say all done",
      { systemPrompt: "Speak like a signalman." },
    );

    expect(outcome).toEqual({ kind: "completed", lastMessage: "all done" });
    expect(await readFile(join(workspace.cwd, "made.txt"), "utf8")).toBe("hello\n");
    expect(told.pids).toHaveLength(1);
    expect(told.activity).toBeGreaterThan(5);
    const partial = told.events.flatMap((event) => (event.kind === "partial_text" ? [event.text] : []));
    expect(partial.join("")).toBe("working\n\nall done");
    expect(told.events.find((event) => event.kind === "quota")).toMatchObject({
      windows: [
        { name: "five_hour", utilization: 0.4 },
        { name: "seven_day", utilization: 0.1 },
      ],
    });

    const events = await trial.timeline(workspace, told.conversations[0] ?? "");
    const said = events.filter(({ type }) => type === "assistant" || type === "user" || type === "thinking");
    expect(said.map(({ type }) => type)).toEqual(["user", "thinking", "assistant", "assistant"]);
    expect(events.filter(({ type }) => type === "tool_result")).toMatchObject([
      { isError: false },
      { isError: true },
    ]);
    expect(JSON.stringify(trial.model.requests().at(-1)?.body)).toContain("Speak like a signalman.");
    expect(await processesOf(workspace)).toEqual([]);
  });

  it("continues a conversation, and its file, in a later process", async () => {
    const workspace = await trial.newWorkspace();
    const first = await trial.play(workspace, "#script say the word is semaphore");
    const id = first.told.conversations[0] ?? "";
    const file = await trial.runtimeWith().transcriptFile(workspace, id);

    const second = await trial.play(workspace, "#script say still here", {
      conversation: { kind: "resume", id },
    });

    expect(second.outcome).toEqual({ kind: "completed", lastMessage: "still here" });
    expect(second.told.conversations).toEqual([id]);
    expect(JSON.stringify(trial.model.requests().at(-1)?.body)).toContain("the word is semaphore");
    expect(await trial.runtimeWith().transcriptFile(workspace, id)).toBe(file);
    const users = (await trial.timeline(workspace, id)).filter(({ type }) => type === "user");
    expect(users).toHaveLength(2);
  });

  it("reports a lost conversation if it has no rollout", async () => {
    const id = "01a1fe29-7ef4-7761-b6ca-e31f28dd8b5c";
    const { outcome } = await trial.play(await trial.newWorkspace(), "hello", {
      conversation: { kind: "resume", id },
    });
    expect(outcome).toMatchObject({ kind: "conversation_lost" });
  });

  it("does not start while another process writes the same conversation", async () => {
    const workspace = await trial.newWorkspace();
    const first = await trial.start(workspace, "#script hang");
    await first.until(() => first.told.conversations.length > 0);
    const id = first.told.conversations[0] ?? "";
    const other = { ...workspace, env: { ...workspace.env, [markerVariable]: "codex-test-other:1:1" } };

    const { outcome } = await trial.play(other, "hello", { conversation: { kind: "resume", id } });

    expect(outcome).toMatchObject({ kind: "start_failed", message: /active writer/ });
    await first.turn.interrupt();
  });

  it("says what to install if the binary is missing", async () => {
    const located = await codexRuntime({ environment: { PATH: trial.folder } }).locate();
    expect(located).toMatchObject({ kind: "missing", message: /npm install -g @openai\/codex/ });
  });

  it("ends with a sentence if the process cannot be started", async () => {
    const cli = { kind: "found", command: join(trial.folder, "gone"), args: [], version: "0" } as const;
    const { outcome } = await trial.play(await trial.newWorkspace(), "hello", { cli });
    expect(outcome).toMatchObject({ kind: "start_failed", message: /cannot be started/ });
  });
});

describe("interrupting", () => {
  it("leaves no process of a shell tool, even in a separate process group", async () => {
    const workspace = await trial.newWorkspace();
    const ready = join(workspace.scratch, "ready");
    const { turn, told, until } = await trial.start(
      workspace,
      `#script bash cmd=setsid sleep 300 & sleep 300 & touch ${ready}; wait\n#script say never`,
    );
    await until(() => told.conversations.length > 0);
    await appears(ready, turn);
    expect((await processesOf(workspace)).length).toBeGreaterThanOrEqual(4);

    await turn.interrupt();

    expect(await turn.outcome).toEqual({ kind: "interrupted" });
    expect(await processesOf(workspace)).toEqual([]);
    await turn.interrupt();
  });

  it("stops a turn that waits for its model", async () => {
    const workspace = await trial.newWorkspace();
    const { turn, told, until } = await trial.start(workspace, "#script hang");
    await until(() => told.activity > 3);
    await turn.interrupt();
    expect(await turn.outcome).toEqual({ kind: "interrupted" });
    expect(await processesOf(workspace)).toEqual([]);
  });

  it("ends what the agent left running in the background when the turn completes", async () => {
    const workspace = await trial.newWorkspace();
    const { outcome } = await trial.play(
      workspace,
      "#script bash cmd=setsid sleep 300 >/dev/null 2>&1 &\n#script say done",
    );
    expect(outcome).toMatchObject({ kind: "completed" });
    expect(await processesOf(workspace)).toEqual([]);
  });

  it("distinguishes another program's signal from an interruption", async () => {
    const workspace = await trial.newWorkspace();
    const { turn, told, until } = await trial.start(workspace, "#script hang");
    await until(() => told.activity > 3);
    process.kill(told.pids[0] ?? 0, "SIGKILL");
    expect(await turn.outcome).toMatchObject({ signal: "SIGKILL" });
  });
});

describe("an error of the provider", () => {
  const cases: [string, string, object][] = [
    ["a used-up subscription", "limit resets_in=3600", { kind: "rate_limited", resetAt: expect.any(Number) }],
    [
      "an unpaid account",
      "error 429 type=insufficient_quota message=pay",
      { error: "billing", retryable: false },
    ],
    ["a bad request", "error 400 message=bad thing", { error: "invalid_request", message: "bad thing" }],
    ["too long a context", "stream_error type=context_length_exceeded", { error: "context_length" }],
    [
      "a wrong key",
      "error 401 message=Incorrect key",
      { error: "authentication", status: 401, retryable: false },
    ],
  ];

  it.each(cases)("is distinguished: %s", async (_name, script, expected) => {
    const { outcome } = await trial.play(await trial.newWorkspace(), `#script ${script}`);
    expect(outcome).toMatchObject(expected);
  });

  it("is survived if it passes, and reported as a retry", async () => {
    const { outcome, told } = await trial.play(
      await trial.newWorkspace(),
      "#script error 500 times=3\n#script say fine",
    );
    expect(outcome).toEqual({ kind: "completed", lastMessage: "fine" });
    expect(told.events).toContainEqual(
      expect.objectContaining({ kind: "retrying", attempt: 1, maxAttempts: 5 }),
    );
  });

  it.concurrent("ends the turn in bounded time when it lasts", async () => {
    const { outcome } = await trial.play(await trial.newWorkspace(), "#script error 500");
    expect(outcome).toMatchObject({ kind: "api_error", error: "server_error", retryable: true });
  });

  it.concurrent("ends the turn in bounded time if no server listens", async () => {
    const runtime = trial.runtimeWith({ OPENAI_BASE_URL: "http://127.0.0.1:9/v1" });
    const { outcome } = await trial.play(await trial.newWorkspace(), "hello", { runtime });
    expect(outcome).toMatchObject({ kind: "api_error", error: "network", retryable: true });
  });
});

describe("equipment", () => {
  it("offers MCP servers over stdio and HTTP, and reports which one did not start", async () => {
    await using mcp = await startHttpEcho();
    const workspace = await trial.newWorkspace();
    const equipment: Equipment = {
      skills: [],
      hooks: [],
      mcpServers: [
        {
          name: "local",
          type: "stdio",
          command: process.execPath,
          args: [stdioEcho],
          env: {},
        },
        { name: "remote", type: "streamable-http", url: mcp.url, headers: { "x-api-key": "k1" } },
        { name: "dead", type: "stdio", command: join(trial.folder, "gone"), args: [], env: {} },
        { name: "old", type: "sse", url: mcp.url, headers: {} },
      ],
    };

    const { outcome, told } = await trial.play(
      workspace,
      '#script mcp server=local tool=echo args={"text":"one"}\n' +
        '#script mcp server=remote tool=echo args={"text":"two"}\n#script say called',
      { equipment },
    );

    expect(outcome).toEqual({ kind: "completed", lastMessage: "called" });
    const events = await trial.timeline(workspace, told.conversations[0] ?? "");
    const results = events.filter((event) => event.type === "tool_result" && !event.text.includes("mcp__"));
    expect(results).toMatchObject([
      { text: "echo: one", isError: false },
      { text: "echo: two", isError: false },
    ]);
    expect(mcp.headers.at(-1)).toMatchObject({ "x-api-key": "k1" });
    const failed = told.events.flatMap((event) => (event.kind === "mcp_server_failed" ? [event.server] : []));
    expect(failed.toSorted()).toEqual(["dead", "old"]);
  });

  it("keeps an app of an MCP server in the transcript, below its call", async () => {
    const workspace = await trial.newWorkspace();
    const local = {
      name: "local",
      type: "stdio" as const,
      command: process.execPath,
      args: [stdioEcho],
      env: {},
    };
    const { told } = await trial.play(
      workspace,
      '#script mcp server=local tool=draw args={"html":"<h1>Chart</h1>"}\n#script say drawn',
      { equipment: { skills: [], hooks: [], mcpServers: [local] } },
    );
    const events = await trial.timeline(workspace, told.conversations[0] ?? "");
    const call = events.find((event) => event.type === "tool_call" && event.name === "mcp__local__draw");
    const callId = call?.type === "tool_call" ? call.callId : "";
    expect(events).toContainEqual(expect.objectContaining({ type: "tool_result", callId, apps: 1 }));
  });

  it("shows skills to the agent and runs the session's hooks, but not the clone's", async () => {
    const workspace = await trial.newWorkspace();
    const skill = join(trial.folder, "catalog", "brake");
    const hook = join(trial.folder, "catalog", "bell");
    const log = join(workspace.scratch, "hooks.log");
    await mkdir(skill, { recursive: true });
    await mkdir(hook, { recursive: true });
    await mkdir(join(workspace.cwd, ".codex"), { recursive: true });
    await writeFile(
      join(skill, "SKILL.md"),
      "---\nname: brake\ndescription: How to brake a train.\n---\nPull.",
    );
    await writeFile(join(trial.folder, "catalog", "speeds.md"), "slow");
    await writeFile(join(hook, "ring.sh"), `#!/bin/sh\necho "$TONE $1" >> ${log}\n`);
    await chmod(join(hook, "ring.sh"), 0o755);
    const group = { hooks: [{ type: "command", command: `echo clone >> ${log}` }] };
    await writeFile(
      join(workspace.cwd, ".codex", "hooks.json"),
      JSON.stringify({ hooks: { PreToolUse: [group] } }),
    );

    const { outcome, told } = await trial.play(workspace, "#script bash cmd=true\n#script say done", {
      equipment: {
        mcpServers: [],
        skills: [{ id: "brake", path: skill, references: [join(trial.folder, "catalog", "speeds.md")] }],
        hooks: [
          {
            id: "bell",
            path: hook,
            event: "pre_tool_call",
            command: "./ring.sh",
            args: ["a b"],
            env: { TONE: "it's high" },
            timeoutSeconds: 5,
          },
        ],
      },
    });

    expect(outcome).toMatchObject({ kind: "completed" });
    expect(JSON.stringify(trial.model.requests().at(-1)?.body)).toContain("How to brake a train.");
    expect(await readFile(join(workspace.home, "skills/brake/references/speeds.md"), "utf8")).toBe("slow");
    expect(await readFile(log, "utf8")).toBe("it's high a b\n");
    expect(told.events.filter(({ kind }) => kind === "notice")).toEqual([]);
  });
});

describe("credentials", () => {
  it("lends the owner's login if there is no key, and nothing else", async () => {
    const owner = await mkdtemp(join(trial.folder, "owner-"));
    const login = JSON.stringify({ auth_mode: "apikey", OPENAI_API_KEY: "sk-owner" });
    await writeFile(join(owner, "auth.json"), login);
    const workspace = await trial.newWorkspace();

    const { outcome } = await trial.play(workspace, "#script say hi", {
      runtime: trial.runtimeWith({ OPENAI_API_KEY: "", CODEX_HOME: owner }),
    });

    expect(outcome).toMatchObject({ kind: "completed" });
    expect(trial.model.requests().at(-1)?.headers["authorization"]).toBe("Bearer sk-owner");
  });

  it("says what to do if there is neither a login nor a key", async () => {
    const runtime = trial.runtimeWith({ OPENAI_BASE_URL: "", OPENAI_API_KEY: "" });
    const { outcome, told } = await trial.play(await trial.newWorkspace(), "hello", { runtime });
    expect(outcome).toMatchObject({ error: "authentication", message: /codex login/, retryable: false });
    expect(told.pids).toEqual([]);
  });

  it("hides a key of the service from the agent's commands", async () => {
    const workspace = await trial.newWorkspace();
    const { told } = await trial.play(
      workspace,
      '#script bash cmd=echo "key=[$OPENAI_API_KEY]"\n#script say done',
    );
    const events = await trial.timeline(workspace, told.conversations[0] ?? "");
    expect(events.find(({ type }) => type === "tool_result")).toMatchObject({
      text: expect.stringContaining("key=[]"),
    });
    expect(trial.model.requests().at(-1)?.headers["authorization"]).toBe("Bearer sk-test");
  });
});
