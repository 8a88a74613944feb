import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { findAgentProcesses, markerVariable } from "../../server/lib/processes/index.ts";
import type { Event } from "../../server/runtimes/event.ts";
import type { AgentRequest, AgentRuntime, Equipment, Workspace } from "../../server/runtimes/runtime.ts";
import { sandboxIn } from "./sandbox-room.ts";

export interface ClaudePlace {
  runtime: AgentRuntime;
  /** The URL of the scripted model. */
  modelUrl: string;
}

type TurnWish = Partial<
  Pick<AgentRequest, "workspace" | "cli" | "conversation" | "systemPrompt" | "toolSearch">
> & {
  prompt: string;
  images?: readonly string[];
};

export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "claude-code-test-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** A new prepared workspace, and turns in it that end with the test. */
export async function newClaudeSession({ runtime, modelUrl }: ClaudePlace, wished: Partial<Equipment> = {}) {
  const cli = await runtime.locate();
  if (cli.kind === "missing") throw new Error(cli.message);
  const equipment = { mcpServers: [], skills: [], hooks: [], ...wished };
  const root = await newFolder();
  const [cwd, home, scratch] = [join(root, "clone"), join(root, "home"), join(root, "scratch")];
  await Promise.all([cwd, home, scratch].map((folder) => mkdir(folder)));
  const marker = `claude-code-test:${randomUUID()}`;
  const workspace: Workspace = {
    sessionId: 1,
    cwd,
    repository: { folder: cwd, trusted: true },
    home,
    scratch,
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: root,
      ANTHROPIC_BASE_URL: modelUrl,
      ANTHROPIC_API_KEY: "sk-ant-none",
      CLAUDE_CODE_MAX_RETRIES: "1",
      CLAUDE_CODE_SESSION_ID: "of a surrounding CLI",
      [markerVariable]: marker,
    },
    sandbox: await sandboxIn(root, [cwd, home, scratch]),
  };
  await runtime.prepare(workspace, equipment);

  const start = (wish: TurnWish) => {
    const { prompt, images = [], ...rest } = wish;
    const told = { pids: [] as number[], conversations: [] as string[], events: [] as Event[], activity: 0 };
    const request: AgentRequest = {
      workspace,
      cli,
      equipment,
      prompt: { text: prompt, images },
      model: runtime.defaultModel,
      effort: "low",
      systemPrompt: "",
      autoCompactWindow: null,
      toolSearch: true,
      conversation: { kind: "start", id: randomUUID() },
      ...rest,
    };
    const turn = runtime.connect(request, {
      onProcess: (pid) => told.pids.push(pid),
      onConversation: (id) => told.conversations.push(id),
      onSign: () => {},
      onActivity: () => told.activity++,
      onEvent: (event) => told.events.push(event),
    });
    onTestFinished(() => turn.interrupt());
    return { turn, told, living: () => findAgentProcesses({ markerPrefix: marker }) };
  };

  return {
    workspace,
    start,
    run: async (wish: TurnWish) => {
      const { turn, told, living } = start(wish);
      return { outcome: await turn.outcome, told, living };
    },
  };
}

export async function untilThere(file: string): Promise<void> {
  await expect.poll(() => existsSync(file), { timeout: 20_000, interval: 20 }).toBe(true);
}
