import { randomUUID } from "node:crypto";
import { goalChecking } from "../domains/review/pull-requests/index.ts";
import { admissionService, registerAdmissionJobs } from "../domains/scheduling/admission/index.ts";
import { spotQueueService } from "../domains/scheduling/queue/index.ts";
import { attentionOf } from "../domains/sessions/attention/queries.ts";
import { categoryById } from "../domains/sessions/categories/queries.ts";
import { hierarchyService } from "../domains/sessions/hierarchy/index.ts";
import { humanMessageService } from "../domains/sessions/human-messages/index.ts";
import { sessionLogService } from "../domains/sessions/logs/index.ts";
import {
  type SessionEvents,
  type SessionRow,
  type SessionService,
  sessionEvents,
  sessionService,
  turnSigns,
} from "../domains/sessions/sessions/index.ts";
import { statusNames } from "../domains/sessions/sessions/model.ts";
import { sessionStateService } from "../domains/sessions/states/index.ts";
import { armedWakes } from "../domains/sessions/wakes/queries.ts";
import { boardFeed, type Feed } from "../domains/surfaces/board/index.ts";
import { summaryTexts } from "../domains/transcripts/summaries/queries.ts";
import {
  chunkChecksums,
  largeConversations,
  largeLines,
  largeReads as largeReadService,
  registerTranscriptJobs,
  transcriptService,
} from "../domains/transcripts/transcripts/index.ts";
import { activityService, linesOf } from "../domains/turns/activity/index.ts";
import { type CommandService, commandService } from "../domains/turns/commands/index.ts";
import { messageService } from "../domains/turns/messages/index.ts";
import { registerTurnJobs, type TurnService, turnService } from "../domains/turns/turns/index.ts";
import { budgetHolds } from "../domains/usage/budgets/index.ts";
import { reportedUsageRecorder } from "../domains/usage/calls/index.ts";
import { experimentService } from "../domains/usage/experiments/index.ts";
import { readLevel } from "../domains/workspace/sandboxes/index.ts";
import { ownerAsPerson } from "../owner.ts";
import { catalogPort, goalPort } from "../ports.ts";
import { redactUnfinished } from "../redactor.ts";
import type { Equipment } from "../runtimes/runtime.ts";
import type { Settings } from "../settings.ts";
import { type AgentServer, agentServer, composeWakes } from "./agent-tools.ts";
import type { ComposeDeps, Core, Platform } from "./deps.ts";
import { withElicitation } from "./elicitations.ts";
import { lineRedaction } from "./line-redaction.ts";
import { effectivePicks, missingSignInsOf, signInsOf } from "./session-settings.ts";
import { composeSubagents } from "./subagents.ts";

/** Sessions, their turns, messages, logs and transcripts, in order of dependence. */
export function composeCore(deps: ComposeDeps, platform: Platform): Core {
  const { database, clock, log } = deps;
  const { catalog, jobs, redactor, runtimes, workspaces } = platform;
  const rows = composeSessions(deps, platform);
  const { events, sessions, sessionLog } = rows;
  const feed = composeFeed(deps, platform, sessions);
  platform.accounts.onRead(feed.inference);
  platform.liveSettings.onChange(feed.liveSettings);
  const hierarchy = hierarchyService({ database, clock, log, sessions, sessionLog });
  const messages = messageService({ database, clock, changed: feed.messages });
  const humanMessages = composeHumanMessages(deps, platform);
  const { transcripts, largeReads } = composeTranscripts(deps, platform, events);
  const wakes = composeWakes(deps, platform, {
    ...rows,
    post: (id, message) => turns.post(id, message),
  });
  const subagents = composeSubagents(deps, platform, { sessions, transcripts });
  const ownServer = agentServer(deps);
  const activity = composeActivity(deps, platform, { sessions, feed });
  const holding = composeAdmission(deps, platform, {
    ...rows,
    admit: (id) => turns.admit(id),
    yieldTurn: (id, and) => turns.yieldTurn(id, and),
  });
  holding.admission.onPauseChanged(feed.inference);
  const asking = agentAsking();
  const basics = { database, jobs, clock, log, passes: deps.passes, tracing: platform.tracing };
  const turns: TurnService = turnService({
    ...basics,
    sessions,
    messages,
    transcripts,
    largeConversations: largeConversations({ database, workers: platform.workers }),
    subagents,
    workspaces,
    runtimes,
    sessionLog,
    commands: rows.commands,
    ask: asking.ask,
    gate: holding.admission,
    readSpending: holding.budgetHolds.readSpending,
    ...ownersChoices(deps, platform),
    equipment: composeEquipment(platform, ownServer),
    refreshCredentials: (row) => platform.connectors.refreshCredentials(signInsOf(catalog, row)),
    missingSignIns: (row) => missingSignInsOf(platform, row),
    accounts: platform.accounts.lending,
    cancelWakes: wakes.supersede,
    trashKeptMs: platform.retention.trashKeptMs,
    recordHumanMessage: humanMessages.recordHumanMessage,
    recordSeniority: hierarchy.recordSeniority,
    admit: platform.diskSpace.admit,
    signs: rows.signs,
    ...turnBounds(deps, platform),
    ...agentReports(database, feed),
    activity,
    newId: randomUUID,
    redact: (text) => redactor.redact(text),
  });
  registerTurnJobs(jobs, turns);
  return {
    ...rows,
    states: sessionStateService({ database }),
    feed,
    hierarchy,
    messages,
    humanMessages,
    transcripts,
    largeReads,
    subagents,
    turns,
    activity,
    ...holding,
    spotQueue: spotQueueService({ ...deps, ...rows, jobs, turns, ...holding }),
    wakes,
    agentServer: ownServer,
    agentAsking: asking,
  };
}

function composeHumanMessages({ database, clock, settings }: ComposeDeps, platform: Platform) {
  return humanMessageService({
    database,
    clock,
    owner: () => ownerAsPerson(platform.owner.current()),
    hasChat: () => readsChat(settings, platform),
    redact: (text) => platform.redactor.redact(text),
  });
}

/** Where agents' questions go, once there is what shows them. */
function agentAsking(): Core["agentAsking"] {
  let ask: Core["agentAsking"]["ask"] = async () => ({
    kind: "declined",
    reason: "The service is starting.",
  });
  return {
    ask: (sessionId, question) => ask(sessionId, question),
    open(asker): void {
      ask = asker;
    },
  };
}

/** What ends a turn that does not end by itself. */
const turnBounds = ({ settings }: ComposeDeps, { limits }: Platform) => ({
  silenceLimits: settings.silenceLimits,
  limits,
});

/** What the owner decided that a turn follows. */
function ownersChoices(deps: ComposeDeps, platform: Platform) {
  const experiments = experimentService(deps);
  return {
    goals: goalPort(platform.goals),
    repositoryTrust: platform.repositoryTrust,
    sandboxes: { ...platform.repositorySandboxes, problem: platform.sandboxes.problem },
    experiments(session: SessionRow) {
      const values = platform.experimentalSettings.values();
      experiments.record(session, values);
      return values;
    },
  };
}

/** The session rows and their log. What else happens because of a session listens to `events`. */
function composeSessions(
  { database, clock, settings }: ComposeDeps,
  platform: Platform,
): Pick<Core, "commands" | "events" | "logs" | "sessionLog" | "sessions" | "signs"> {
  const { catalog, contents, defaults, goals, redactor, repositorySandboxes, repositoryTrust, runtimes } =
    platform;
  const events = sessionEvents();
  const logs = sessionLogService({
    database,
    clock,
    redact: (text) => redactor.redact(text),
    changed: (sessionId) => events.emit("logChanged", { sessionId }),
  });
  const sessionLog = {
    note: logs.note,
    changed: (sessionId: number): void => void events.emit("changed", { sessionId }),
  };
  const showChange = (address: string): void => {
    for (const id of affectedBy(address)) sessionLog.changed(id);
  };
  repositoryTrust.onChange(showChange);
  repositorySandboxes.onChange(showChange);
  const signs = turnSigns(sessionLog.changed);
  const commands: CommandService = commandService({
    runtimes,
    models: platform.models.byRuntime,
    repositoryTrust,
    sessions: { find: (reference) => sessions.find(reference) },
  });
  const sessions: SessionService = sessionService({
    database,
    clock,
    events,
    sessionLog,
    catalog: catalogPort(catalog),
    goals: goalPort(goals),
    runtimes: platform.models.byRuntime,
    defaults: defaults.forSessions,
    contents,
    searchLimits: settings.contentSearch,
    hasArmedWake: armedWakes(database.sql),
    signs,
    repositoryTrust,
    priorityGenesis: platform.genesisClasses.priorityGenesis,
    sandboxes: { ...repositorySandboxes, read: readLevel },
    refuseCommand: (of, prompt) => commands.refuse(of, prompt, "needs_session"),
    admit: platform.diskSpace.admit,
    summaryTexts: summaryTexts(database.sql),
    goalChecks: goalChecking(database, goals.find),
    attentionOf: attentionOf(database.sql),
    categoryOf: categoryById(database.sql),
  });
  /** Open sessions that show something else once something of their repository changes. */
  function affectedBy(address: string): number[] {
    const open = statusNames.flatMap((status) => (status === "archived" ? [] : sessions.withStatus(status)));
    return open.flatMap(({ id, gitRoot }) =>
      gitRoot !== null && repositoryTrust.of(gitRoot).address === address ? [id] : [],
    );
  }

  return { commands, events, logs, sessionLog, sessions, signs };
}

/** Which turns of spot sessions may start. */
function composeAdmission(
  { database, clock, log }: ComposeDeps,
  { accounts, appSettings, genesisClasses, jobs, pacing, runtimes }: Platform,
  of: Pick<Core, "sessions" | "sessionLog"> & Pick<TurnService, "admit" | "yieldTurn">,
): Pick<Core, "admission" | "budgetHolds"> {
  const budgets = budgetHolds({ database, clock });
  const admission = admissionService({
    database,
    clock,
    log,
    settings: appSettings,
    jobs,
    ...of,
    budgets,
    quota: { ...accounts.quota, rate: pacing.rate },
    workerSlots: jobs.capacity("agents"),
    firstRuntime: runtimes[0]?.id ?? "",
    priorityGenesis: genesisClasses.priorityGenesis,
  });
  genesisClasses.onChange(admission.onChanged);
  accounts.onRead(admission.onChanged);
  registerAdmissionJobs(jobs, admission);
  return { admission, budgetHolds: budgets };
}

function composeFeed({ log }: ComposeDeps, { boot, redactor }: Platform, sessions: SessionService): Feed {
  return boardFeed({
    boot,
    log,
    sessionEvent: (id) => {
      const row = sessions.byId(id);
      return row ? { type: "session", session: sessions.view(row) } : { type: "session_removed", id };
    },
    showPartial: (text) => redactUnfinished(redactor, text),
  });
}

/** What an agent reports besides its transcript. */
const agentReports = (database: ComposeDeps["database"], { partial }: Feed) => ({
  partial,
  reportedUsage: reportedUsageRecorder(database),
});

function composeActivity(
  { clock }: ComposeDeps,
  { redactor, workspaces }: Platform,
  { sessions, feed }: { sessions: SessionService; feed: Feed },
) {
  return activityService({
    clock,
    redact: (text) => redactor.redact(text),
    changed: feed.activity,
    isWatched: feed.isFollowed,
    async countLines(sessionId) {
      const { clonePath: path = null, branch = "" } = sessions.byId(sessionId) ?? {};
      if (path === null) return null;
      return workspaces.compare({ path, branch }, async ({ summaries }) => {
        const lines = (await summaries()).map(linesOf);
        return {
          added: lines.reduce((sum, { added }) => sum + added, 0),
          removed: lines.reduce((sum, { removed }) => sum + removed, 0),
        };
      });
    },
  });
}

function composeTranscripts(
  { database, clock }: ComposeDeps,
  { redactor, runtimes, workers, jobs }: Platform,
  events: SessionEvents,
): Pick<Core, "transcripts" | "largeReads"> {
  registerTranscriptJobs(jobs, chunkChecksums({ sql: database.sql, clock }));
  const transcripts = transcriptService({
    database,
    clock,
    readers: new Map(runtimes.map(({ id, transcript }) => [id, transcript])),
    redactLine: lineRedaction(redactor, workers),
    largeLines: largeLines({ workers, runtimes, known: redactor.known }),
    changed: (sessionId, lineCount, answers) =>
      events.emit("transcriptAppended", { sessionId, lineCount, answers }),
  });
  return {
    transcripts,
    largeReads: largeReadService({ transcripts, database, workers }),
  };
}

/** What a session's agent is given: the catalog's part plus what the service adds to it. */
function composeEquipment({ catalog, connectors, elicitationAccess }: Platform, ownServer: AgentServer) {
  return (row: SessionRow): Equipment => {
    const picked = catalog.equipmentFor(effectivePicks(catalog, row));
    const equipment = { ...picked, mcpServers: connectors.authorize(picked.mcpServers) };
    return ownServer.addTo(withElicitation(equipment, elicitationAccess, row.id), row.id);
  };
}

/** Whether what people write on the chat platform, or in the chats of the bridge, is recorded. */
const readsChat = ({ ingest, chat }: Settings, { chatToken }: Pick<Platform, "chatToken">): boolean =>
  (ingest.chat.mode !== "off" && chatToken.current() !== null) ||
  (chat.bridgeUrl !== null && chat.bridgePeople.size > 0);
