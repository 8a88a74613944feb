import { randomUUID } from "node:crypto";
import type { ComposeDeps } from "./compose.ts";
import { composeAround } from "./compose-around.ts";
import type { Ground } from "./compose-ground.ts";
import { boardFeed, type Feed } from "./domains/board/index.ts";
import type { CatalogService } from "./domains/catalog/index.ts";
import { messageService } from "./domains/messages/index.ts";
import { sessionLogService, sessionLogStore } from "./domains/session-logs/index.ts";
import { type SessionRow, type SessionService, sessionService } from "./domains/sessions/index.ts";
import { transcriptService, transcriptStore } from "./domains/transcripts/index.ts";
import { defineTurnJobs, type TurnService, turnService } from "./domains/turns/index.ts";
import { parseNames } from "./lib/json.ts";
import { listeners } from "./lib/listeners.ts";
import { redactJsonLine } from "./lib/redaction/index.ts";
import { catalogPort, goalPort, modelPorts } from "./ports.ts";
import { redactUnfinished } from "./redactor.ts";
import type { Equipment } from "./runtimes/runtime.ts";

export type Core = ReturnType<typeof composeCore>;
export type Domains = Core & ReturnType<typeof composeAround>;

export function composeDomains(deps: ComposeDeps, ground: Ground): Domains {
  const core = composeCore(deps, ground);
  return { ...core, ...composeAround(deps, ground, core) };
}

/** Sessions, their turns, messages, logs and transcripts. Order here is the order of dependence. */
function composeCore(deps: ComposeDeps, ground: Ground) {
  const { database, clock, log, settings } = deps;
  const { catalog, jobs, redactor, runtimes, workspaces } = ground;
  const feed: Feed = boardFeed({
    boot: ground.boot,
    log,
    sessionEvent: (id) => {
      const row = sessions.byId(id);
      return row ? { type: "session", session: sessions.view(row) } : { type: "session_removed", id };
    },
    showPartial: (text) => redactUnfinished(redactor, text),
  });
  const logs = sessionLogService({
    store: sessionLogStore(database.db),
    clock,
    redact: (text) => redactor.redact(text),
    changed: feed.log,
  });
  const timeline = { note: logs.note, changed: feed.session };
  const goals = goalPort(ground.goals);
  const sessions: SessionService = sessionService({
    database,
    clock,
    timeline,
    catalog: catalogPort(catalog),
    goals,
    runtimes: modelPorts(runtimes),
    defaults: { runtime: settings.defaultRuntime },
    queueFirstTurn: (row, kind) => turns.queueFirstTurn(row, kind),
  });
  const messages = messageService({ database, clock, changed: feed.messages });
  /** Heard after lines were stored. */
  const transcriptGrown = listeners<{ sessionId: number; lineCount: number }>();
  const transcripts = transcriptService({
    database,
    store: transcriptStore(database),
    clock,
    readers: new Map(runtimes.map(({ id, transcript }) => [id, transcript])),
    redactLine: (line) => redactJsonLine(redactor, line),
    changed(sessionId, lineCount, answered) {
      feed.transcript(sessionId, lineCount, answered);
      transcriptGrown.tell({ sessionId, lineCount });
    },
  });
  const turns: TurnService = turnService({
    database,
    jobs,
    clock,
    log,
    sessions,
    messages,
    transcripts,
    workspaces,
    runtimes,
    timeline,
    goals,
    equipment: (row) => equipmentOf(catalog, row),
    partial: feed.partial,
    newId: randomUUID,
    redact: (text) => redactor.redact(text),
  });
  defineTurnJobs(jobs, turns);
  return {
    feed,
    logs,
    timeline,
    sessions,
    messages,
    transcripts,
    turns,
    acceptGoal: goals.accept,
    onTranscript: transcriptGrown.add,
  };
}

function equipmentOf(catalog: CatalogService, row: SessionRow): Equipment {
  const { effective } = catalog.resolveSelection({
    root: row.agentRoot,
    mcpServers: parseNames(row.mcpServers),
    skills: parseNames(row.catalogSkills),
    hooks: parseNames(row.catalogHooks),
    plugins: parseNames(row.catalogPlugins),
  });
  return catalog.equipmentFor(effective);
}
