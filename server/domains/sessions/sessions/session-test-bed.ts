import { join } from "node:path";
import { openTestDatabase, silentLog } from "../../../../test/support/database.ts";
import { catalogPort, goalPort } from "../../../ports.ts";
import { agentRuntimes } from "../../../runtimes/index.ts";
import type { AgentRuntime } from "../../../runtimes/runtime.ts";
import { catalogService } from "../../agents/catalog/index.ts";
import { modelService } from "../../agents/models/index.ts";
import { readLevel } from "../../workspace/sandboxes/index.ts";
import { attentionOf } from "../attention/queries.ts";
import { categoryById } from "../categories/queries.ts";
import { goalService } from "../goals/index.ts";
import { type FirstTurnKind, sessionEvents } from "./events.ts";
import { type SessionDeps, sessionService } from "./service.ts";
import type { SessionRow } from "./store.ts";
import { turnSigns } from "./turn-signs.ts";

const catalogFile = join(import.meta.dirname, "../../../../test/support/catalog/air.json");

/** Every session asks for itself alone. */
const plainSandboxes: SessionDeps["sandboxes"] = {
  read: readLevel,
  asked: ({ sandbox }) => sandbox,
  rootProblem: () => null,
  inForce: ({ sandbox }) => ({
    level: sandbox ?? "off",
    source: sandbox === null ? "default" : "session",
    repository: null,
    wished: sandbox,
  }),
};

const modelsOf = (
  opened: ReturnType<typeof openTestDatabase>,
  runtimes: readonly AgentRuntime[] = agentRuntimes({ environment: {} }),
) => modelService({ ...opened, log: silentLog, runtimes, agentEnvironment: {}, isDefault: () => false });

/** Sessions on their own database, with the demo catalog, the built-in goals and the real lists of models. */
export async function openSessionBed(
  options: {
    runtimes?: readonly AgentRuntime[];
    defaultRuntime?: string;
    /** The owner's preferences for every root. */
    preferences?: { runtime?: string; model?: string; effort?: string };
    onFirstTurnRequested?: (request: { row: SessionRow; kind: FirstTurnKind }) => void;
    hasArmedWake?: SessionDeps["hasArmedWake"];
    priorityGenesis?: () => readonly string[];
    goalChecks?: SessionDeps["goalChecks"];
  } = {},
) {
  const opened = openTestDatabase();
  const { database, clock } = opened;
  const catalog = catalogService({ path: catalogFile, environment: {}, clock, log: () => {} });
  await catalog.reload();
  const goals = goalPort(goalService());
  const notes: string[] = [];
  const changed: number[] = [];
  const queued: string[] = [];
  const sessionLog = {
    note: (id: number, level: string, content: string) => void notes.push(`${id} ${level}: ${content}`),
    changed: (id: number) => void changed.push(id),
  };
  const events = sessionEvents();
  events.on(
    "firstTurnRequested",
    options.onFirstTurnRequested ?? (({ row, kind }) => void queued.push(`${row.id} ${kind}`)),
  );
  const models = modelsOf(opened, options.runtimes);
  const signs = turnSigns(sessionLog.changed);
  const sessions = sessionService({
    database,
    clock,
    events,
    sessionLog,
    catalog: catalogPort(catalog),
    goals,
    runtimes: models.byRuntime,
    defaults: {
      runtime: () => options.defaultRuntime ?? "claude_code",
      forRoot: () => ({ runtime: null, model: null, effort: null, ...options.preferences }),
      forRuntime: () => ({ model: null, effort: null }),
    },
    summaryTexts: () => new Map(),
    attentionOf: attentionOf(database.sql),
    categoryOf: categoryById(database.sql),
    goalChecks: options.goalChecks ?? (() => new Map()),
    contents: { scan: () => Promise.reject(new Error("No transcripts here")) },
    searchLimits: { budgetMs: 20_000, chunk: 100 },
    repositoryTrust: { of: (gitRoot) => ({ address: gitRoot, trusted: false }) },
    sandboxes: plainSandboxes,
    refuseCommand: () => undefined,
    admit: () => {},
    priorityGenesis: options.priorityGenesis ?? (() => ["web_ui", "chat", "unknown"]),
    hasArmedWake: options.hasArmedWake ?? (() => false),
    signs,
  });
  return {
    ...opened,
    events,
    sessions,
    signs,
    catalog,
    goals,
    sandboxes: plainSandboxes,
    sessionLog,
    /** `<session> <level>: <content>`, oldest first. */
    notes,
    /** Sessions the board was notified about. */
    changed,
    /** `<session> <kind>` of first turns. */
    queued,
    async [Symbol.asyncDispose]() {
      await catalog.close();
      database.close();
    },
  };
}

export type SessionBed = Awaited<ReturnType<typeof openSessionBed>>;
