import { setImmediate as nextTick } from "node:timers/promises";
import type { JobResult } from "../../../jobs/definition.ts";
import type { JobQueue } from "../../../jobs/queue.ts";
import { cachesForAnHour, runtimeFacts } from "../../../runtimes/facts.ts";
import { type ModelCall, noContext } from "../../../runtimes/model-call.ts";
import { noThread, type TranscriptReader } from "../../../runtimes/runtime.ts";
import type { CountedCall } from "../../pricing/prices/index.ts";
import type { SessionRow, SessionService, Transition } from "../../sessions/sessions/index.ts";
import type { SubagentSource } from "../../transcripts/subagents/index.ts";
import { parseLine, type TranscriptService, transcriptGrowth } from "../../transcripts/transcripts/index.ts";
import { featureSplitter, noSplit, type SplitCall } from "../features/index.ts";
import { type CheckedClaims, type ClaimDeps, claimChecker } from "./claims.ts";
import { readUsageJob, sweepUsageJob } from "./jobs.ts";
import type { CallOwner, TranscriptContext, UsageStore } from "./store.ts";

/** A growing transcript is read this long after its first new line. */
const readAfterMs = 3_000;
const linesAtOnce = 100;
/** Sessions that one run of the sweep reads, and the pause before the next. */
const sweptAtOnce = 20;
const sweepEveryMs = 1_000;
const sweepAfterMs = 10_000;

export interface UsageReadingDeps extends ClaimDeps {
  jobs: Pick<JobQueue, "add">;
  sessions: Pick<SessionService, "byId">;
  transcripts: Pick<TranscriptService, "boundedLines" | "readerOf" | "written">;
  /** The subagents of a session. */
  subagents: { sources(sessionId: number): SubagentSource[]; boundedLines(id: number): Promise<string[]> };
  /** The cost of a session changed, by calls that are new or longer; called inside the transaction. */
  changed(of: { sessionId: number; agentRoot: string | null; calls: readonly CountedCall[] }): void;
}

/** Reads model calls from stored transcripts. Each line is read once; reading it twice does no harm. */
export function usageReading(deps: UsageReadingDeps, store: UsageStore) {
  const { database, clock, jobs, sessions, transcripts, subagents } = deps;
  const check = checking(deps, store);
  const growth = transcriptGrowth({ jobs, clock, job: readUsageJob, afterMs: readAfterMs });
  /** The sessions that the sweep has still to read, once it began. */
  let unread: number[] | undefined;

  function unreadSessions(): number[] {
    const seen = new Set(store.read());
    return transcripts.written().filter((id) => !seen.has(id));
  }

  /**
   * Stores the calls of these lines and how far the reading is, in one commit. Null if that has to wait, because the CLI of a
   * running turn has not reported as much yet.
   */
  function take(owner: SessionOwner, lines: readonly string[], at: Place): TranscriptContext | null {
    const { calls, context } = callsIn(lines, at);
    const { sessionId, agentRoot } = owner;
    const checked = check(owner, calls, at);
    if (checked.isEarly && sessions.byId(sessionId)?.status === "running") return null;
    database.transaction(() => {
      if (!sessions.byId(sessionId)) return;
      const added = checked.counted.filter((call) => store.record(owner, call));
      checked.keep();
      if (added.length > 0)
        deps.changed({ sessionId, agentRoot, calls: added.map(({ call }) => counted(call, at)) });
      const of = { sessionId, agentId: owner.agentId ?? "" };
      const lineCount = at.from + lines.length;
      store.saveCursor(of, { lineCount, context, sourceUpdatedAt: at.sourceUpdatedAt });
    });
    return context;
  }

  async function readOwn(session: SessionRow, reader: TranscriptReader): Promise<void> {
    const owner = ownerOf(session, null);
    const keepsForAnHour = cachesForAnHour(session.agentRuntime);
    const cursor = store.cursor(session.id, "");
    let context = cursor?.context ?? newTranscript;
    let from = cursor?.lineCount ?? 0;
    for (;;) {
      const lines = await transcripts.boundedLines(session.id, from, linesAtOnce);
      const sourceUpdatedAt = clock.now();
      const taken = take(owner, lines, { reader, keepsForAnHour, context, from, sourceUpdatedAt });
      if (taken === null) return;
      context = taken;
      from += lines.length;
      if (lines.length < linesAtOnce) return;
      await nextTick();
    }
  }

  async function readAgents(session: SessionRow, reader: TranscriptReader): Promise<void> {
    const keepsForAnHour = cachesForAnHour(session.agentRuntime);
    for (const { id, agentId, updatedAt } of subagents.sources(session.id)) {
      const cursor = store.cursor(session.id, agentId);
      if (cursor?.sourceUpdatedAt === updatedAt) continue;
      const from = cursor?.lineCount ?? 0;
      const lines = (await subagents.boundedLines(id)).slice(from);
      const context = cursor?.context ?? newTranscript;
      const at = { reader, keepsForAnHour, context, from, sourceUpdatedAt: updatedAt };
      take(ownerOf(session, agentId), lines, at);
      await nextTick();
    }
  }

  async function read(sessionId: number): Promise<JobResult> {
    growth.begun(sessionId);
    const session = sessions.byId(sessionId);
    if (!session) return undefined;
    const reader = transcripts.readerOf({ id: session.id, runtime: session.agentRuntime });
    await readOwn(session, reader);
    await readAgents(session, reader);
    return growth.again(sessionId);
  }

  return {
    read,

    /** Reads what was stored before calls were counted, a few sessions at a time. */
    async sweep(): Promise<JobResult> {
      unread ??= unreadSessions();
      for (const sessionId of unread.splice(0, sweptAtOnce)) await read(sessionId);
      return unread.length === 0 ? undefined : { againAt: clock.now() + sweepEveryMs };
    },

    /** Reads what has not been read yet, shortly after the start. */
    resume: (): void => void jobs.add(sweepUsageJob, {}, { runAt: clock.now() + sweepAfterMs }),

    onAppended: growth.onAppended,

    /** Inside the transaction of a transition: the last lines of a turn are read when it ends. */
    onTransition({ before, after }: Transition): void {
      if (before.status === "running" && after.status !== "running") growth.turnEnded(after.id);
    },
  };
}

/** Decides which of the calls that an owner's lines claim count. */
function checking(deps: ClaimDeps, store: UsageStore) {
  const check = claimChecker(deps);
  return (owner: SessionOwner, calls: readonly SplitCall[], at: Place): CheckedClaims =>
    check(owner.sessionId, calls, {
      counted: (call) => counted(call, at),
      stored: (call) => store.stored(owner.sessionId, call),
      isReported: owner.agentId === null || runtimeFacts.get(owner.agentRuntime)?.reportsSubagents !== false,
    });
}

interface Place {
  reader: TranscriptReader;
  context: TranscriptContext;
  /** Whether the CLI keeps what it writes to a cache for an hour where its record does not say. */
  keepsForAnHour: boolean;
  /** Index of the first line. */
  from: number;
  sourceUpdatedAt: number;
}

const counted = (call: ModelCall, { keepsForAnHour }: Pick<Place, "keepsForAnHour">): CountedCall => ({
  ...call,
  promptTokens: call.inputTokens + call.cacheReadTokens + call.cacheCreationTokens,
  cacheCreation1hTokens: call.cacheCreation1hTokens ?? (keepsForAnHour ? call.cacheCreationTokens : 0),
});

const newTranscript: TranscriptContext = { calls: noContext, features: noSplit };

type SessionOwner = CallOwner & { sessionId: number };

const ownerOf = ({ id, agentRoot, agentRuntime }: SessionRow, agentId: string | null): SessionOwner => ({
  sessionId: id,
  agentId,
  source: null,
  agentRoot,
  agentRuntime,
});

function callsIn(lines: readonly string[], { reader, context: start, keepsForAnHour }: Place) {
  const splitter = featureSplitter(start.features, { keepsForAnHour });
  let { calls: context } = start;
  for (const line of lines) {
    const value = parseLine(line);
    const usage = reader.usage?.(value, context);
    if (usage !== undefined) ({ context } = usage);
    const thread = reader.thread?.(value) ?? noThread;
    splitter.take({ events: reader.events(value), thread, call: usage?.call ?? null });
  }
  splitter.flush();
  return {
    calls: [...splitter.calls.values()],
    context: { calls: context, features: splitter.context() },
  };
}
