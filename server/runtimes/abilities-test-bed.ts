import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sandboxIn } from "../../test/support/sandbox-room.ts";
import { findAgentProcesses, markerVariable } from "../lib/processes/index.ts";
import { type ScriptedModel, startScriptedModel } from "../scripted-model/index.ts";
import { agentRuntimes } from "./index.ts";
import type { AgentRequest, AgentRuntime, Completion, Equipment, RuntimeId, Workspace } from "./runtime.ts";

const bin = join(import.meta.dirname, "../../test/clis/node_modules/.bin");
const nothing: Equipment = { mcpServers: [], skills: [], hooks: [] };

export function isInstalled(id: RuntimeId): boolean {
  return id === "pi" || existsSync(join(bin, id === "codex" ? "codex" : "claude"));
}

export interface AbilityBed extends AsyncDisposable {
  runtime: AgentRuntime;
  model: ScriptedModel;
  /** A clone and a home of their own. */
  newWorkspace(): Promise<Workspace>;
  /** Plays one turn and gives the conversation's id; fails when the turn does not complete. */
  play(workspace: Workspace, prompt: string, conversation?: AgentRequest["conversation"]): Promise<string>;
  /** The lines we would store of it. */
  stored(workspace: Workspace, conversationId: string): Promise<string[]>;
  complete(prompt: string, options?: { signal?: AbortSignal; runtime?: AgentRuntime }): Promise<Completion>;
  /** The newest request to the model, as text. */
  lastRequest(): string;
  /** The runtime without a sign-in. */
  signedOut: AgentRuntime;
  living(): Promise<unknown[]>;
}

/** One vendor's real CLI against a scripted model. */
export async function openAbilityBed(id: RuntimeId): Promise<AbilityBed> {
  const root = await mkdtemp(join(tmpdir(), `signalbox-${id}-`));
  const model = await startScriptedModel();
  const marker = `abilities-${process.pid}:${root}`;
  const bare = {
    PATH: process.env["PATH"] ?? "",
    HOME: root,
    SERVICE_CLAUDE_PATH: join(bin, "claude"),
    SERVICE_CODEX_PATH: join(bin, "codex"),
  };
  const environment = {
    ...bare,
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: "sk-ant-scripted",
    OPENAI_BASE_URL: `${model.url}/v1`,
    OPENAI_API_KEY: "sk-scripted",
    OPENROUTER_BASE_URL: `${model.url}/v1`,
    OPENROUTER_API_KEY: "sk-or-scripted",
  };
  const runtime = runtimeOf(id, environment);
  const env = { ...environment, [markerVariable]: marker };
  const newFolder = async (name: string) => {
    const folder = join(root, `${name}-${randomUUID().slice(0, 8)}`);
    await mkdir(folder, { mode: 0o700 });
    return folder;
  };
  return {
    runtime,
    model,
    async newWorkspace() {
      const cwd = await newFolder("clone");
      const home = await newFolder("home");
      const scratch = await newFolder("scratch");
      const repository = { folder: cwd, trusted: true };
      const sandbox = await sandboxIn(root, [cwd, home, scratch]);
      return { sessionId: 1, cwd, repository, home, scratch, env, sandbox };
    },
    play: (workspace, prompt, conversation = { kind: "start", id: randomUUID() }) =>
      play(runtime, { workspace, prompt, conversation }),
    async stored(workspace, conversationId) {
      const file = await runtime.transcriptFile(workspace, conversationId);
      const lines = (await readFile(file ?? "", "utf8")).trimEnd().split("\n");
      return lines.filter((line) => runtime.transcript.keeps(JSON.parse(line)));
    },
    complete: async (prompt, { signal = new AbortController().signal, runtime: asked = runtime } = {}) => {
      const folder = await newFolder("call");
      const sandbox = await sandboxIn(root, [folder]);
      return asked.complete({ system: "You name things.", prompt, folder, env, sandbox, signal });
    },
    lastRequest: () => JSON.stringify(model.requests().at(-1)?.body),
    signedOut: runtimeOf(id, bare),
    living: () => findAgentProcesses({ markerPrefix: marker }),
    async [Symbol.asyncDispose]() {
      await model.close();
      await rm(root, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

function runtimeOf(id: RuntimeId, environment: Record<string, string>): AgentRuntime {
  const runtime = agentRuntimes({ environment }).find((each) => each.id === id);
  if (!runtime) throw new Error(`There is no runtime ${id}`);
  return runtime;
}

async function play(
  runtime: AgentRuntime,
  { workspace, prompt, conversation }: Pick<AgentRequest, "workspace" | "conversation"> & { prompt: string },
): Promise<string> {
  const cli = await runtime.locate();
  if (cli.kind === "missing") throw new Error(cli.message);
  await runtime.prepare(workspace, nothing);
  let { id } = conversation;
  const request: AgentRequest = {
    workspace,
    cli,
    equipment: nothing,
    prompt: { text: prompt, images: [] },
    model: runtime.id === "codex" ? "gpt-5.5" : runtime.defaultModel,
    effort: "low",
    systemPrompt: "",
    autoCompactWindow: null,
    toolSearch: true,
    conversation,
  };
  const turn = runtime.connect(request, {
    onProcess: () => {},
    onConversation: (conversation) => {
      id = conversation;
    },
    onSign: () => {},
    onActivity: () => {},
    onEvent: () => {},
  });
  const outcome = await turn.outcome;
  if (outcome.kind !== "completed") throw new Error(`The turn ended as ${JSON.stringify(outcome)}`);
  return id;
}
