import { access, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  findAgentProcesses,
  markerVariable,
  type ProcessIdentity,
} from "../../server/lib/processes/index.ts";
import type { AgentConnection } from "../../server/runtimes/agent-connection.ts";
import { codexRuntime } from "../../server/runtimes/codex/index.ts";
import type { Event } from "../../server/runtimes/event.ts";
import type { AgentOutcome } from "../../server/runtimes/outcome.ts";
import type {
  AgentListener,
  AgentRequest,
  AgentRuntime,
  Equipment,
  Workspace,
} from "../../server/runtimes/runtime.ts";
import type { TimelineEvent } from "../../server/runtimes/timeline.ts";
import { type ScriptedModel, startScriptedModel } from "../../server/scripted-model/index.ts";
import { sandboxIn } from "./sandbox-room.ts";

const codexPath = join(import.meta.dirname, "../clis/node_modules/.bin/codex");
const noEquipment: Equipment = { mcpServers: [], skills: [], hooks: [] };

/** What a turn reported to its listener. */
export interface Told {
  pids: number[];
  conversations: string[];
  events: Event[];
  activity: number;
}

export interface StartedTurn {
  turn: AgentConnection;
  told: Told;
  /** Resolves once `fits` is true after some activity, or when the turn has ended. */
  readonly until: (fits: () => boolean) => Promise<void>;
}

type TrialOptions = Partial<AgentRequest> & { runtime?: AgentRuntime };

/** The real Codex with a scripted model, in a new folder. */
export interface CodexTrial {
  model: ScriptedModel;
  folder: string;
  runtimeWith(environment?: Record<string, string>): AgentRuntime;
  newWorkspace(): Promise<Workspace>;
  start(workspace: Workspace, text: string, options?: TrialOptions): Promise<StartedTurn>;
  play(
    workspace: Workspace,
    text: string,
    options?: TrialOptions,
  ): Promise<{ outcome: AgentOutcome; told: Told }>;
  /** The stored lines of a conversation as shown in the timeline. */
  timeline(workspace: Workspace, conversationId: string): Promise<TimelineEvent[]>;
  end(): Promise<void>;
}

export async function isCodexInstalled(): Promise<boolean> {
  return exists(codexPath);
}

export async function startCodexTrial(): Promise<CodexTrial> {
  const model = await startScriptedModel();
  const folder = await mkdtemp(join(tmpdir(), "signalbox-codex-"));
  let lastSession = 0;

  const runtimeWith: CodexTrial["runtimeWith"] = (environment) =>
    codexRuntime({
      environment: {
        PATH: process.env["PATH"],
        HOME: join(folder, "nobody"),
        SERVICE_CODEX_PATH: codexPath,
        OPENAI_BASE_URL: `${model.url}/v1`,
        OPENAI_API_KEY: "sk-test",
        ...environment,
      },
    });
  const start: CodexTrial["start"] = async (workspace, text, { runtime = runtimeWith(), ...rest } = {}) => {
    const request = await requestFor(runtime, { workspace, text, rest });
    await runtime.prepare(workspace, request.equipment);
    const { listener, told, changed } = recorder();
    const turn = runtime.connect(request, listener);
    return { turn, told, until: (fits) => Promise.race([changed(fits), turn.outcome.then(() => undefined)]) };
  };

  return {
    model,
    folder,
    runtimeWith,
    start,
    newWorkspace: () => {
      lastSession += 1;
      return workspaceIn(join(folder, `s${lastSession}`), lastSession);
    },
    play: async (workspace, text, options) => {
      const { turn, told } = await start(workspace, text, options);
      return { outcome: await turn.outcome, told };
    },
    timeline: async (workspace, conversationId) => {
      const runtime = runtimeWith();
      const file = await runtime.transcriptFile(workspace, conversationId);
      const lines = (await readFile(file ?? "", "utf8")).trim().split("\n");
      const records: unknown[] = lines.map((line) => JSON.parse(line));
      return records
        .filter((line) => runtime.transcript.keeps(line))
        .flatMap((line) => runtime.transcript.events(line));
    },
    end: async () => {
      await model.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The processes of a workspace's turns that are still alive. */
export function processesOf(workspace: Workspace): Promise<ProcessIdentity[]> {
  return findAgentProcesses({ markerPrefix: workspace.env[markerVariable] ?? "none" });
}

/** Resolves once the file exists; rejects if the turn ends first. */
export async function appears(path: string, turn: AgentConnection): Promise<void> {
  let outcome: AgentOutcome | null = null;
  void turn.outcome.then((settled) => {
    outcome = settled;
  });
  while (!(await exists(path))) {
    if (outcome !== null) throw new Error(`The turn ended before: ${JSON.stringify(outcome)}`);
    await new Promise((next) => setTimeout(next, 20));
  }
}

async function workspaceIn(root: string, sessionId: number): Promise<Workspace> {
  const places = { cwd: join(root, "clone"), home: join(root, "home"), scratch: join(root, "scratch") };
  for (const path of Object.values(places)) await mkdir(path, { recursive: true });
  const marker = `codex-trial-${process.pid}:${sessionId}:1`;
  return {
    ...places,
    sessionId,
    repository: { folder: places.cwd, trusted: true },
    env: { PATH: process.env["PATH"] ?? "", HOME: root, [markerVariable]: marker },
    sandbox: await sandboxIn(root, Object.values(places)),
  };
}

async function requestFor(
  runtime: AgentRuntime,
  input: { workspace: Workspace; text: string; rest: Partial<AgentRequest> },
): Promise<AgentRequest> {
  const cli = await runtime.locate();
  if (cli.kind === "missing") throw new Error(cli.message);
  return {
    workspace: input.workspace,
    cli,
    equipment: noEquipment,
    prompt: { text: input.text, images: [] },
    model: "gpt-5.5",
    effort: "low",
    systemPrompt: "",
    autoCompactWindow: null,
    toolSearch: true,
    conversation: { kind: "start", id: "unused" },
    ...input.rest,
  };
}

function recorder() {
  const told: Told = { pids: [], conversations: [], events: [], activity: 0 };
  const waiting = new Set<() => void>();
  const listener: AgentListener = {
    onProcess: (pid) => void told.pids.push(pid),
    onConversation: (id) => void told.conversations.push(id),
    onEvent: (event) => void told.events.push(event),
    onSign: () => {},
    onActivity: () => {
      told.activity += 1;
      for (const look of waiting) look();
    },
  };
  const changed = (fits: () => boolean) =>
    new Promise<void>((done) => {
      const look = () => {
        if (fits()) done();
      };
      waiting.add(look);
      look();
    });
  return { listener, told, changed };
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
