import { randomUUID } from "node:crypto";
import type { ComposeDeps } from "../compose.ts";
import { boardFeed, type Feed } from "../domains/inbox/board/index.ts";
import { goalChecking } from "../domains/repositories/pull-requests/index.ts";
import { hierarchyService } from "../domains/sessions/hierarchy/index.ts";
import { sessionLogService, sessionLogStore } from "../domains/sessions/logs/index.ts";
import { messageService } from "../domains/sessions/messages/index.ts";
import { type SessionRow, type SessionService, sessionService } from "../domains/sessions/sessions/index.ts";
import { sessionStateService } from "../domains/sessions/states/index.ts";
import { summaryStore } from "../domains/sessions/summaries/index.ts";
import { registerTurnJobs, type TurnService, turnService } from "../domains/sessions/turns/index.ts";
import { wakeStore } from "../domains/sessions/wakes/index.ts";
import { largeReads, transcriptService, transcriptStore } from "../domains/transcripts/transcripts/index.ts";
import { listeners } from "../lib/listeners.ts";
import { redactJsonLine } from "../lib/redaction/index.ts";
import { catalogPort, goalPort, modelPorts } from "../ports.ts";
import { redactUnfinished } from "../redactor.ts";
import type { Equipment } from "../runtimes/runtime.ts";
import { agentServerAdder, composeWakes } from "./agent-tools.ts";
import { withElicitation } from "./elicitations.ts";
import { composeHumanMessages } from "./overview.ts";
import type { Platform } from "./platform.ts";
import { composeSessionFeatures } from "./session-features.ts";
import { consentsOf, effectivePicks, signInsOf } from "./session-settings.ts";
import { composeSubagents } from "./subagents.ts";

export type Core = ReturnType<typeof composeCore>;
export type Domains = Core & ReturnType<typeof composeSessionFeatures>;

export function composeDomains(deps: ComposeDeps, platform: Platform): Domains {
  const core = composeCore(deps, platform);
  return { ...core, ...composeSessionFeatures(deps, platform, core) };
}

/** Sessions, their turns, messages, logs and transcripts. Order here is the order of dependence. */
function composeCore(deps: ComposeDeps, platform: Platform) {
  const { database, clock, log, settings } = deps;
  const { catalog, jobs, redactor, runtimes, workspaces } = platform;
  const feed = composeFeed(deps, platform, () => sessions);
  const { logs, sessionLog } = composeLogs(deps, platform, feed);
  const goals = goalPort(platform.goals);
  const armedWakes = wakeStore(database);
  const people = composeHumanMessages(deps, platform);
  const sessions: SessionService = sessionService({
    database,
    clock,
    sessionLog,
    catalog: catalogPort(catalog),
    goals,
    runtimes: modelPorts(runtimes),
    defaults: platform.defaults.forSessions,
    contents: platform.contents,
    searchLimits: settings.contentSearch,
    hasArmedWake: armedWakes.hasArmed,
    recordHumanMessage: people.recordHumanMessage,
    summaryTexts: summaryStore(database).texts,
    goalChecks: goalChecking(database, platform.goals.find),
    queueFirstTurn: (row, kind) => turns.queueFirstTurn(row, kind),
  });
  const states = sessionStateService({ database });
  sessions.onCreation(states.created);
  // The first to hear: who hears it later may bring the session on.
  sessions.onTransition(states.onTransition);
  const hierarchy = hierarchyService({ database, clock, log, sessions, sessionLog });
  sessions.onRemoval(platform.contents.changed);
  const messages = messageService({ database, clock, changed: feed.messages });
  const { transcripts, largeReads: readable, onTranscript } = composeTranscripts(deps, platform, feed);
  const wakes = composeWakes(deps, platform, {
    store: armedWakes,
    sessions,
    sessionLog,
    post: (id, message) => turns.post(id, { ...message, goal: null }),
  });
  const subagents = composeSubagents(deps, platform, { sessions, transcripts });
  const turns: TurnService = turnService({
    database,
    jobs,
    clock,
    log,
    sessions,
    messages,
    transcripts,
    subagents,
    workspaces,
    runtimes,
    sessionLog,
    goals,
    equipment: composeEquipment(deps, platform),
    refreshCredentials: (row) => platform.connectors.refreshCredentials(signInsOf(catalog, row)),
    needsConsent: (row) => consentsOf(platform, row),
    cancelWakes: wakes.supersede,
    trashKeptMs: platform.retention.trashKeptMs,
    recordHumanMessage: people.recordHumanMessage,
    recordSeniority: hierarchy.recordSeniority,
    partial: feed.partial,
    newId: randomUUID,
    redact: (text) => redactor.redact(text),
  });
  registerTurnJobs(jobs, turns);
  return {
    feed,
    logs,
    sessionLog,
    sessions,
    states,
    messages,
    transcripts,
    subagents,
    turns,
    wakes,
    people,
    hierarchy,
    largeReads: readable,
    onTranscript,
  };
}

function composeFeed(
  { log }: ComposeDeps,
  { boot, redactor }: Platform,
  sessions: () => SessionService,
): Feed {
  return boardFeed({
    boot,
    log,
    sessionEvent: (id) => {
      const row = sessions().byId(id);
      return row ? { type: "session", session: sessions().view(row) } : { type: "session_removed", id };
    },
    showPartial: (text) => redactUnfinished(redactor, text),
  });
}

/** What is written down beside a session, and who hears that it changed. */
function composeLogs({ database, clock }: ComposeDeps, { redactor, archive }: Platform, feed: Feed) {
  const logs = sessionLogService({
    store: sessionLogStore(database.db),
    clock,
    redact: (text) => redactor.redact(text),
    changed: feed.log,
  });
  const sessionChanged = (id: number): void => {
    feed.session(id);
    archive.touch();
  };
  return { logs, sessionLog: { note: logs.note, changed: sessionChanged } };
}

/** Transcripts, and who else hears of it when one grows. */
function composeTranscripts({ database, clock }: ComposeDeps, platform: Platform, feed: Feed) {
  const { redactor, runtimes, workers } = platform;
  const store = transcriptStore(database);
  /** Heard after lines were stored. */
  const transcriptGrown = listeners<{ sessionId: number; lineCount: number }>();
  transcriptGrown.add(platform.contents.changed);
  transcriptGrown.add(platform.archive.touch);
  const transcripts = transcriptService({
    database,
    store,
    clock,
    readers: new Map(runtimes.map(({ id, transcript }) => [id, transcript])),
    redactLine: (line) => redactJsonLine(redactor, line),
    changed(sessionId, lineCount, answered) {
      feed.transcript(sessionId, lineCount, answered);
      transcriptGrown.tell({ sessionId, lineCount });
    },
  });
  const reads = largeReads({ transcripts, store, workers, file: database.sql.name });
  return { transcripts, largeReads: reads, onTranscript: transcriptGrown.add };
}

/** What a session's agent is given: the catalog's part with what the service adds to it. */
function composeEquipment(deps: ComposeDeps, { catalog, connectors, elicitationDoor }: Platform) {
  const addOwnServer = agentServerAdder(deps);
  return (row: SessionRow): Equipment => {
    const picked = catalog.equipmentFor(effectivePicks(catalog, row));
    const equipment = { ...picked, mcpServers: connectors.authorize(picked.mcpServers) };
    return addOwnServer(row.id, withElicitation(equipment, elicitationDoor, row.id));
  };
}
