import { rmSync } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { vi } from "vitest";
import { silentLog } from "../../../../test/support/database.ts";
import { gitSandboxOf } from "../../../../test/support/git-sandbox.ts";
import { makeGitRepository } from "../../../../test/support/repository.ts";
import { makeTestFolder, type TestFolder } from "../../../../test/support/test-folder.ts";
import { defineJob, noPayload } from "../../../jobs/definition.ts";
import { jobQueue } from "../../../jobs/queue.ts";
import { plainPlan } from "../../../lib/sandbox/index.ts";
import { sessionPasses } from "../../../lib/session-passes.ts";
import type { AgentRuntime, LocatedCli } from "../../../runtimes/runtime.ts";
import type { RequiredSignIn } from "../../sessions/sessions/model.ts";
import { openSessionBed } from "../../sessions/sessions/session-test-bed.ts";
import { subagentService } from "../../transcripts/subagents/index.ts";
import { transcriptService } from "../../transcripts/transcripts/index.ts";
import { plainReader } from "../../transcripts/transcripts/transcript-test-bed.ts";
import { workspaceService } from "../../workspace/workspaces/index.ts";
import { activityService } from "../activity/index.ts";
import { messageService } from "../messages/index.ts";
import { conversationFile, FakeTurn } from "./fake-turn-test-bed.ts";
import { registerTurnJobs, type TurnService, turnService } from "./index.ts";
import { heldLimits } from "./limits-test-bed.ts";
import type { TurnDeps } from "./ports.ts";
import type { SilenceLimits } from "./silence-rules.ts";

/** Jobs that do nothing: adding one makes its lane claim what is due. */
const nudges = (["agents", "default"] as const).map((lane) =>
  defineJob(`nudge ${lane}`, noPayload, { lane }),
);

/** The one part that is not real: an agent that does what the test says. It speaks the plain dialect. */
function fakeAgent() {
  const begun: FakeTurn[] = [];
  const state = {
    cli: { kind: "found", command: "fake", args: [], version: "1" } as LocatedCli,
    prepare: async (): Promise<void> => {},
    withdraw: async (_home: string): Promise<void> => {},
  };
  const runtime: AgentRuntime = {
    id: "pi",
    label: "Fake",
    oldestVersion: "0",
    models: [],
    defaultModel: "fake-model",
    readModelName: (id) => ({ plain: id, isKnown: true }),
    locate: async () => state.cli,
    prepare: () => state.prepare(),
    withdraw: (home) => state.withdraw(home),
    connect(request, listener) {
      const turn = new FakeTurn(request, listener);
      begun.push(turn);
      listener.onProcess(4_711);
      return turn;
    },
    async transcriptFile(workspace, id) {
      const file = conversationFile(workspace, id);
      return stat(file).then(
        () => file,
        () => null,
      );
    },
    transcript: plainReader,
    cachesForAnHour: false,
    reportsSubagents: false,
    hasAccounts: false,
    homeFolders: { programs: [], secrets: [] },
    providerPrefix: "FAKE",
    recordFolders: [],
    writeConversation: async () => null,
    complete: async () => ({ kind: "unavailable", reason: "The fake agent has no small model." }),
    subagentFiles: async () => [],
    repositorySettings: [".fake/settings.json"],
    guide: {
      installInstructions: "",
      authInstructions: "",
      installCommand: null,
      signInCommand: null,
      envVarName: null,
    },
    signIn: async () => ({ authenticated: true, method: null }),
  };
  return { runtime, begun, state };
}

let shared: Promise<string> | undefined;

/** One for all tests of a process, and removed with it; read-only. */
function sharedRepository(): Promise<string> {
  shared ??= makeTestFolder().then((folder) => {
    process.once("exit", () => rmSync(folder.path, { recursive: true, force: true }));
    return makeGitRepository(folder.at("repository"), { "README.md": "# Sample\n", "api/a.txt": "a" });
  });
  return shared;
}

type SessionBed = Awaited<ReturnType<typeof openSessionBed>>;

/** The real services that turns work with, on folders of their own. */
function makeNeighbors({ database, clock }: SessionBed, folder: TestFolder, cloneSilenceMs: number) {
  const changed = () => {};
  const redact = (text: string): string => text;
  return {
    messages: messageService({ database, clock, changed }),
    transcripts: transcriptService({
      database,
      clock,
      readers: new Map([["pi", plainReader]]),
      redactLine: (line) => line,
      changed,
    }),
    subagents: subagentService({
      database,
      clock,
      log: silentLog,
      sessionId: Number,
      redact,
      redactLine: redact,
      changed,
      runtimeOf: () => "pi",
      readerOf: () => plainReader,
      workers: { run: () => Promise.reject(new Error("Nothing is read here")) },
    }),
    sandboxes: {
      plan: () => plainPlan("off"),
      problem: async (): Promise<string | null> => null,
      rootProblemOnDisk: async (): Promise<string | null> => null,
    },
    workspaces: workspaceService({
      folders: {
        clones: folder.at("clones"),
        homes: folder.at("homes"),
        scratch: folder.at("scratch"),
        attachments: folder.at("attachments"),
        archivedClones: folder.at("stowed"),
        sandboxes: folder.at("sandboxes"),
        gitFolders: folder.at("git"),
      },
      environment: { PATH: process.env["PATH"], HOME: folder.at("home") },
      installation: `test-${process.pid}-${folder.path}`,
      sessionEnvironment: () => ({}),
      sandboxes: { room: () => null },
      gitSandbox: gitSandboxOf(folder.path),
      localWays: () => [],
      pushAddress: (id) => ({ url: `http://127.0.0.1:3000/git/${id}`, authorization: `Bearer ${id}` }),
      cloneSilenceMs,
    }),
  };
}

interface Ground {
  bed: SessionBed;
  neighbors: ReturnType<typeof makeNeighbors>;
  runtime: AgentRuntime;
  /** What goes wrong when a session is equipped. */
  equipping: { fault: Error | null };
  /** What the servers of every session need a person for. */
  consents: RequiredSignIn[];
  /** Whether an account has quota. */
  serving: { now: boolean };
  /** What reads the spending of a session. */
  spending: { read(sessionId: number): Promise<void> };
  threads: number;
  silenceLimits: SilenceLimits;
  limits: TurnDeps["limits"];
  newId(): string;
}

/** What one start of the service has. */
function assemble({ bed, neighbors, runtime, ...ground }: Ground, boot: string) {
  const { equipping, consents, threads, silenceLimits, newId } = ground;
  const { database, clock, sessions, sessionLog, goals } = bed;
  const jobs = jobQueue({ sql: database.sql, clock, log: silentLog, boot, capacity: { agents: threads } });
  const turns: TurnService = turnService({
    database,
    jobs,
    clock,
    log: silentLog,
    sessions,
    ...neighbors,
    runtimes: [runtime],
    sessionLog,
    ask: async () => ({ kind: "declined", reason: "Nobody is here." }),
    commands: {
      read: () => null,
      aboutConversation: () => null,
      refuse: () => undefined,
      answer: async () => "",
    },
    gate: { admits: () => true, onHeld: () => {}, lanePriority: () => 0 },
    readSpending: ({ id }) => ground.spending.read(id),
    goals,
    equipment() {
      if (equipping.fault !== null) throw equipping.fault;
      return { mcpServers: [], skills: [], hooks: [] };
    },
    repositoryTrust: {
      of: (address) => ({ address, trusted: false }),
      settingsIn: async () => [],
    },
    refreshCredentials: async () => {},
    missingSignIns: () => consents,
    experiments: () => ({ mcp_tool_search: true }),
    accounts: {
      lend: () => ({ kind: "machine" }),
      recover: async () => {},
      settle: () => null,
      dated: (_account, outcome) => Promise.resolve(outcome),
      read: () => {},
      serves: () => ground.serving.now,
    },
    cancelWakes: () => {},
    trashKeptMs: () => 4 * 24 * 60 * 60_000,
    recordHumanMessage: () => {},
    recordSeniority: () => {},
    signs: bed.signs,
    silenceLimits,
    limits: ground.limits,
    reportedUsage: () => undefined,
    partial: () => {},
    admit: () => {},
    passes: sessionPasses(),
    activity: activityService({
      clock: bed.clock,
      redact: (text) => text,
      changed: () => {},
      isWatched: () => false,
      countLines: async () => null,
    }),
    newId,
    redact: (text) => text,
  });
  registerTurnJobs(jobs, turns);
  for (const nudge of nudges) jobs.handle(nudge, () => undefined);
  return { jobs, turns };
}

const patience = { timeout: 20_000, interval: 3 };

/** Waits for what the service does by itself. */
function waitsOf(bed: Pick<SessionBed, "sessions" | "notes"> & { agent: { begun: FakeTurn[] } }) {
  const { agent, sessions, notes } = bed;
  return {
    /** The `n`th turn that the agent began, once it has. */
    begins: (n: number): Promise<FakeTurn> =>
      vi.waitFor(() => {
        const turn = agent.begun[n - 1];
        if (turn) return turn;
        throw new Error(`The agent began ${agent.begun.length} turns, not ${n}: ${notes.join("; ")}`);
      }, patience),
    /** The session, once it is in this state. */
    reaches: (id: number, status: string) =>
      vi.waitFor(() => {
        const row = sessions.find(String(id));
        if (row.status === status) return row;
        throw new Error(`It is ${row.status}: ${notes.join("; ")}`);
      }, patience),
    /** The session, once it waits for a person to sign in to one of its servers. */
    parks: (id: number) =>
      vi.waitFor(() => {
        const row = sessions.find(String(id));
        if (row.waitingKind === "parked") return row;
        throw new Error(`It is ${row.status}: ${notes.join("; ")}`);
      }, patience),
  };
}

/** Turns on a real database, queue and repository, with a fake agent. `threads` is the size of the lane. */
export async function openTurnBed({
  threads = 4,
  cloneSilenceMs = 60_000,
  silenceLimits = { startMs: 0, thinkingMs: 0, toolMs: 0 },
}: {
  threads?: number;
  cloneSilenceMs?: number;
  silenceLimits?: SilenceLimits;
} = {}) {
  const agent = fakeAgent();
  const folder = await makeTestFolder();
  const repository = await sharedRepository();
  await mkdir(folder.at("home"));
  const bed = await openSessionBed({
    runtimes: [agent.runtime],
    defaultRuntime: "pi",
    onFirstTurnRequested: (request) => current.turns.onFirstTurnRequested(request),
  });
  const { database, clock, sessions, notes } = bed;
  const neighbors = makeNeighbors(bed, folder, cloneSilenceMs);
  const consents: RequiredSignIn[] = [];
  const held = heldLimits();
  let ids = 0;
  const newId = () => `conversation-${++ids}`;
  const ground: Ground = {
    bed,
    neighbors,
    runtime: agent.runtime,
    equipping: { fault: null },
    consents,
    serving: { now: false },
    spending: { read: async () => undefined },
    threads,
    silenceLimits,
    limits: held.limits,
    newId,
  };
  let current = assemble(ground, "boot-1");
  current.jobs.start();

  return {
    ...bed,
    ...neighbors,
    folder,
    repository,
    agent: agent.state,
    equipping: ground.equipping,
    consents,
    serving: ground.serving,
    spending: ground.spending,
    held: held.state,
    begun: agent.begun,
    get turns(): TurnService {
      return current.turns;
    },
    create: (input: Partial<Parameters<typeof sessions.create>[0]> = {}) =>
      sessions.create({ git_root: repository, prompt: "Begin", ...input }, "api").session,
    row: (id: number) => sessions.find(String(id)),
    /** Rows of the session's turns, oldest first. */
    turnRows: (id: number): unknown[] =>
      database.sql
        .prepare("SELECT kind, state, outcome, retries, prompt FROM turns WHERE session_id = ? ORDER BY id")
        .all(id),
    ...waitsOf({ agent, sessions, notes }),
    /** Moves the clock and has the queue look. */
    after(ms: number): void {
      clock.at += ms;
      for (const nudge of nudges) current.jobs.add(nudge, {});
    },
    /** Stops this start, and begins the next one as the service does; `take` lets it take work. */
    async restart() {
      await current.jobs.stop();
      current = assemble(ground, "boot-2");
      return { report: await current.turns.recover(), take: () => void current.jobs.start() };
    },
    async [Symbol.asyncDispose]() {
      await current.jobs.stop();
      await bed[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

export type TurnBed = Awaited<ReturnType<typeof openTurnBed>>;
