import {
  adHocUsage,
  apiKeys,
  categories,
  conversationTurns,
  costBudgets,
  elicitations,
  enqueuedMessages,
  humanMessages,
  jobs,
  liveConversations,
  liveUsages,
  modelRates,
  notifications,
  pullRequestScans,
  pullRequests,
  sessionLogs,
  sessionPullRequests,
  sessionStates,
  sessions,
  sessionTokenUsages,
  statusSummaries,
  subagentParts,
  subagentTranscripts,
  tokenUsageCursors,
  turns,
  uncleLinks,
  wakes,
} from "../../server/compose/schema.ts";
import type { Database } from "../../server/db/open.ts";
import { apiKeyStore } from "../../server/domains/access/api-keys/store.ts";
import { sessionLogStore } from "../../server/domains/sessions/logs/store.ts";
import { sessionStore } from "../../server/domains/sessions/sessions/store.ts";
import { sessionStateStore } from "../../server/domains/sessions/states/store.ts";
import { packChunk, unpackChunk } from "../../server/domains/transcripts/transcripts/chunks.ts";
import { transcriptStore } from "../../server/domains/transcripts/transcripts/store.ts";
import { messageStore } from "../../server/domains/turns/messages/store.ts";
import { turnStore } from "../../server/domains/turns/turns/store.ts";
import { jobStore } from "../../server/jobs/store.ts";
import { fillCredentials } from "./sample-credentials.ts";

const at = Date.UTC(2026, 0, 15, 9, 30);
const digest = "5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8";
const line = (idx: number): string => JSON.stringify({ type: "user", text: `Line ${idx}, ünïcödé` });

/** Puts a little of everything into an empty database of the present schema. */
export async function fill(database: Database): Promise<void> {
  const { db } = database;
  const common = { branch: "main", model: "some-model", lastTouchedAt: at, createdAt: at, updatedAt: at };
  const parent = {
    ...common,
    id: 1,
    slug: "parent-20260115-0930",
    title: "Parent",
    agentRuntime: "claude_code",
  };
  const child = { ...common, id: 2, slug: "child", title: "Child", agentRuntime: "pi", parentSessionId: 1 };
  db.insert(categories)
    .values({
      id: 1,
      name: "Café",
      nameKey: "café",
      position: 0,
      isFrozen: true,
      createdAt: at,
      updatedAt: at,
    })
    .run();
  db.insert(sessions)
    .values([
      {
        ...parent,
        categoryId: 1,
        status: "needs_input",
        prompt: "Begin",
        promptDelivered: true,
        gitRoot: "https://git.invalid/sample.git",
        metadata: { clone_path: "/clones/sample" },
        customMetadata: { ticket: 7 },
        conversationId: "c-1",
        conversationStarted: true,
        favorited: true,
      },
      { ...child, status: "archived", archivedAt: at, archivedFrom: "failed", schedulingClass: "spot" },
    ])
    .run();
  fillQueues(database);
  fillCredentials(database);
  await fillTranscript(database);
  fillSurface(database);
  fillStates(database);
  fillLive(database);
}

function fillLive({ db }: Database): void {
  const times = { createdAt: at, updatedAt: at, lastActivityAt: at };
  db.insert(liveConversations)
    .values({ id: 1, mode: "text", status: "active", title: "What needs me?", agentRoot: "live", ...times })
    .run();
  const common = { conversationId: 1, source: "typed", createdAt: at } as const;
  db.insert(conversationTurns)
    .values([
      {
        ...common,
        id: 1,
        position: 0,
        role: "user",
        content: "What needs me?",
        reply: "done",
        actor: { kind: "board" },
      },
      {
        ...common,
        id: 2,
        position: 1,
        role: "tool",
        content: "",
        replyTo: 1,
        toolName: "what_needs_me",
        callId: "call_1",
        toolArguments: "{}",
        toolState: "done",
        toolOutput: "Nothing",
        sessionIds: [1],
      },
      { ...common, id: 3, position: 2, role: "assistant", content: "Nothing.", replyTo: 1 },
    ])
    .run();
  db.insert(liveUsages).values({ conversationId: 1, responseId: "resp_1", nanos: 7, createdAt: at }).run();
}

/** As the present version writes them down. */
function fillStates({ db }: Database): void {
  db.insert(sessionStates)
    .values([
      { sessionId: 1, state: "idle", cause: "created", at },
      { sessionId: 1, state: "needs_input", cause: "turn_rested", at: at + 1 },
      { sessionId: 2, state: "idle", cause: "created", at },
      { sessionId: 2, state: "archived", cause: "archive", detail: "the owner", at },
    ])
    .run();
}

function fillQueues({ db }: Database): void {
  const written = { createdAt: at, updatedAt: at };
  const message = { ...written, sessionId: 1, origin: "caller", sender: "the board" } as const;
  db.insert(enqueuedMessages)
    .values([
      { ...message, content: "First", position: 1, status: "pending" },
      { ...message, content: "Second", goal: "A goal of its own", position: 2, status: "pending" },
      { ...message, content: "Earlier", position: 1, status: "sent", sentAt: at },
    ])
    .run();
  db.insert(sessionLogs)
    .values({ ...written, sessionId: 1, content: "Session created", level: "info" })
    .run();
  const turn = { sessionId: 1, createdAt: at, state: "ended" } as const;
  db.insert(turns)
    .values([
      { ...turn, kind: "first", prompt: "Begin", outcome: "completed", startedAt: at, endedAt: at + 1 },
      { ...turn, sessionId: 2, kind: "clone_only", state: "queued" },
    ])
    .run();
  const job = { lane: "agents", kind: "turn", runAt: at, maxAttempts: 5, createdAt: at };
  db.insert(jobs)
    .values([
      { ...job, payload: '{"turnId":2}', key: "turn:2" },
      { ...job, kind: "broken", state: "failed", attempts: 5, lastError: "It broke" },
    ])
    .run();
  db.insert(apiKeys)
    .values({ name: "env-5e884898", source: "env", grant: "api", digest, createdAt: at })
    .run();
}

/** Four sealed lines and two in the tail. */
async function fillTranscript(database: Database): Promise<void> {
  const store = transcriptStore(database);
  const sealed = [0, 1, 2, 3].map((idx) => ({ idx, line: line(idx), isMessage: true }));
  store.seal(1, await packChunk(sealed));
  for (const idx of [4, 5]) store.appendLine(1, { idx, line: line(idx), isMessage: idx === 4 });
  store.saveHead({
    sessionId: 1,
    lineCount: 6,
    messageCount: 5,
    sealedCount: 4,
    sourcePath: "/homes/1/conversation.jsonl",
    sourceBase: 0,
    sourceOffset: 300,
    sourceFingerprint: "f00d",
    updatedAt: at,
  });
}

/** Tables that came with 0002: one row in each. */
function fillSurface({ db }: Database): void {
  const about = { sessionId: 1, createdAt: at };
  db.insert(adHocUsage)
    .values({
      source: "session_title",
      subjectSessionId: 1,
      agentRuntime: "pi",
      model: "small",
      calledAt: at,
    })
    .run();
  db.insert(elicitations)
    .values({
      ...about,
      requestId: "q-1",
      mode: "form",
      message: "Go on?",
      status: "pending",
      expiresAt: at + 1,
    })
    .run();
  db.insert(uncleLinks)
    .values({ ...about, uncleId: 2 })
    .run();
  const words = {
    author: "owner",
    authorDisplayName: "Owner",
    channel: "web_ui",
    entryPoint: "web_ui.follow_up",
  };
  db.insert(humanMessages)
    .values({ sessionId: 1, ...words, content: "Begin", occurredAt: at })
    .run();
  db.insert(statusSummaries)
    .values({ sessionId: 1, state: "ready", summary: "Done.", generatedAt: at })
    .run();
  db.insert(notifications)
    .values({ ...about, notificationType: "push", marker: "1", message: "Look", updatedAt: at })
    .run();
  const naive = { scheduledAt: "2026-01-16T09:00", timezone: "UTC" };
  db.insert(wakes)
    .values({ ...about, ...naive, prompt: "Go on", wakeAt: at, state: "armed" })
    .run();
  const url = "https://github.invalid/o/r/pull/7";
  db.insert(pullRequests).values({ url, owner: "o", repo: "r", number: 7, createdAt: at }).run();
  const seen = { sessionId: 1, pullRequestId: 1, evidence: "created", firstSeenAt: at } as const;
  db.insert(sessionPullRequests).values(seen).run();
  db.insert(pullRequestScans).values({ sessionId: 1, lineCount: 6 }).run();
  db.insert(tokenUsageCursors)
    .values({ sessionId: 1, agentId: "", lineCount: 6, context: "{}", sourceUpdatedAt: at })
    .run();
  db.insert(sessionTokenUsages)
    .values({
      requestId: "req_1",
      sessionId: 1,
      agentRuntime: "claude_code",
      model: "claude-sonnet-5-5",
      calledAt: at,
      inputTokens: 10,
      outputTokens: 5,
      cacheReadTokens: 100,
      cacheCreationTokens: 20,
    })
    .run();
  db.insert(modelRates)
    .values({
      model: "small",
      input: 1,
      output: 2,
      cacheRead: 0.1,
      cacheWrite: 1,
      cacheWrite1h: 2,
      updatedAt: at,
    })
    .run();
  db.insert(costBudgets)
    .values({
      scope: "session",
      sessionId: 1,
      period: "day",
      limitUsd: 5,
      warnShare: 0.8,
      atLimit: "hold_spot",
      createdAt: at,
      updatedAt: at,
    })
    .run();
  db.insert(subagentTranscripts)
    .values({ ...about, agentId: "a-1", updatedAt: at })
    .run();
  db.insert(subagentParts)
    .values({ subagentId: 1, idx: 0, textBytes: 2, blob: Buffer.from("{}") })
    .run();
}

const surface = {
  adHocUsage,
  elicitations,
  uncleLinks,
  humanMessages,
  statusSummaries,
  notifications,
  wakes,
  pullRequests,
  sessionPullRequests,
  pullRequestScans,
  subagentTranscripts,
  subagentParts,
};

/** How many rows each of those tables has. */
export const countSurface = ({ db }: Database): number[] =>
  Object.values(surface).map((table) => db.select().from(table).all().length);

/** The filling as the stores of the present version read it, whichever version wrote it. */
export const readBack = (database: Database) => ({
  ...readSessions(database),
  ...readQueues(database),
  ...readTranscript(database),
});

function readSessions(database: Database) {
  const found = sessionStore(database, () => []);
  const parent = found.bySlug("parent-20260115-0930");
  const child = found.byId(2);
  const [newest] = sessionStateStore(database).list(2, { before: 99, limit: 1 });
  return {
    state: [newest?.state, newest?.cause, newest?.at],
    open: found.list({ statuses: { kind: "any_open" } }, { order: "ranked", limit: 9, offset: 0 }).length,
    parent: [
      parent?.title,
      parent?.status,
      parent?.favorited,
      parent?.customMetadata,
      parent?.conversationId,
    ],
    child: [child?.archivedFrom, child?.schedulingClass, child?.parentSessionId, child?.isAutonomous],
  };
}

function readQueues(database: Database) {
  const messages = messageStore(database);
  const turns = turnStore(database);
  const jobs = jobStore(database.sql);
  return {
    queue: messages.all(1, ["pending"]).map(({ content, goal, position }) => [content, goal, position]),
    sent: messages.count(1, ["sent"]),
    log: sessionLogStore(database)
      .list({ sessionId: 1 }, { limit: 9, offset: 0 })
      .map(({ content }) => content),
    turns: [turns.find(1)?.outcome, turns.open(2)?.kind],
    jobs: [jobs.nextDue("agents"), jobs.claim("agents", at, "boot")?.payload],
    key: apiKeyStore(database).byDigest(digest)?.name,
  };
}

function readTranscript(database: Database) {
  const transcripts = transcriptStore(database);
  const head = transcripts.head(1);
  return {
    transcript: [
      ...transcripts.chunks(1, 0, 6).flatMap(unpackChunk),
      ...transcripts.tail(1, 0, 6).map((row) => row.line),
    ],
    head: [head?.lineCount, head?.messageCount, head?.sealedCount, head?.sourceOffset],
  };
}

export const expectedReading: ReturnType<typeof readBack> = {
  state: ["archived", "archive", at],
  open: 1,
  parent: ["Parent", "needs_input", true, { ticket: 7 }, "c-1"],
  child: ["failed", "spot", 1, true],
  queue: [
    ["First", null, 1],
    ["Second", "A goal of its own", 2],
  ],
  sent: 1,
  log: ["Session created"],
  turns: ["completed", "clone_only"],
  jobs: [at, '{"turnId":2}'],
  key: "env-5e884898",
  transcript: [0, 1, 2, 3, 4, 5].map(line),
  head: [6, 5, 4, 300],
};
