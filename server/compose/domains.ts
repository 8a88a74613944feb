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
import { defineTurnJobs, type TurnService, turnService } from "../domains/sessions/turns/index.ts";
import { wakeStore } from "../domains/sessions/wakes/index.ts";
import { largeReads, transcriptService, transcriptStore } from "../domains/transcripts/transcripts/index.ts";
import { listeners } from "../lib/listeners.ts";
import { redactJsonLine } from "../lib/redaction/index.ts";
import { catalogPort, goalPort, modelPorts } from "../ports.ts";
import { redactUnfinished } from "../redactor.ts";
import type { Equipment } from "../runtimes/runtime.ts";
import { composeWakes, ownServerAdder } from "./agent-tools.ts";
import { withElicitation } from "./elicitations.ts";
import { composePeople } from "./overview.ts";
import type { Ground } from "./platform.ts";
import { composeAround } from "./session-features.ts";
import { consentsOf, effectivePicks, signInsOf } from "./session-settings.ts";
import { composeSubagents } from "./subagents.ts";

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
  const feed = composeFeed(deps, ground, () => sessions);
  const { logs, timeline } = composeLogs(deps, ground, feed);
  const goals = goalPort(ground.goals);
  const armedWakes = wakeStore(database);
  const people = composePeople(deps, ground);
  const sessions: SessionService = sessionService({
    database,
    clock,
    timeline,
    catalog: catalogPort(catalog),
    goals,
    runtimes: modelPorts(runtimes),
    defaults: ground.defaults.forSessions,
    contents: ground.contents,
    searchLimits: settings.contentSearch,
    hasArmedWake: armedWakes.hasArmed,
    heard: people.heard,
    summaryTexts: summaryStore(database).texts,
    goalChecks: goalChecking(database, ground.goals.find),
    queueFirstTurn: (row, kind) => turns.queueFirstTurn(row, kind),
  });
  const states = sessionStateService({ database });
  sessions.onCreation(states.created);
  // The first to hear: who hears it later may bring the session on.
  sessions.onTransition(states.heard);
  const hierarchy = hierarchyService({ database, clock, log, sessions, timeline });
  sessions.onRemoval(ground.contents.changed);
  const messages = messageService({ database, clock, changed: feed.messages });
  const { transcripts, largeReads: readable, onTranscript } = composeTranscripts(deps, ground, feed);
  const wakes = composeWakes(deps, ground, {
    store: armedWakes,
    sessions,
    timeline,
    post: (id, message) => turns.post(id, { ...message, goal: null }),
  });
  const subagents = composeSubagents(deps, ground, { sessions, transcripts });
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
    timeline,
    goals,
    equipment: composeEquipment(deps, ground),
    freshen: (row) => ground.connectors.freshen(signInsOf(catalog, row)),
    needsConsent: (row) => consentsOf(ground, row),
    takenOver: wakes.supersede,
    trashKeptMs: ground.retention.trashKeptMs,
    heard: people.heard,
    spoke: hierarchy.spoke,
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

function composeFeed({ log }: ComposeDeps, { boot, redactor }: Ground, sessions: () => SessionService): Feed {
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
function composeLogs({ database, clock }: ComposeDeps, { redactor, archive }: Ground, feed: Feed) {
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
  return { logs, timeline: { note: logs.note, changed: sessionChanged } };
}

/** Transcripts, and who else hears of it when one grows. */
function composeTranscripts({ database, clock }: ComposeDeps, ground: Ground, feed: Feed) {
  const { redactor, runtimes, workers } = ground;
  const store = transcriptStore(database);
  /** Heard after lines were stored. */
  const transcriptGrown = listeners<{ sessionId: number; lineCount: number }>();
  transcriptGrown.add(ground.contents.changed);
  transcriptGrown.add(ground.archive.touch);
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
function composeEquipment(deps: ComposeDeps, { catalog, connectors, elicitationDoor }: Ground) {
  const addOwnServer = ownServerAdder(deps);
  return (row: SessionRow): Equipment => {
    const picked = catalog.equipmentFor(effectivePicks(catalog, row));
    const equipment = { ...picked, mcpServers: connectors.authorize(picked.mcpServers) };
    return addOwnServer(row.id, withElicitation(equipment, elicitationDoor, row.id));
  };
}
