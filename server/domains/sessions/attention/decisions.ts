import type { JobResult } from "../../../jobs/definition.ts";
import type { SessionRow } from "../sessions/index.ts";
import { needsPerson } from "../sessions/model.ts";
import { attentionFacts, factsOf, type GatheredFacts } from "./facts.ts";
import { assessAnswerJob, decideAttentionJob } from "./jobs.ts";
import type { AttentionDeps, ReadChanges } from "./ports.ts";
import { type Decision, decideAttention, decideFromSession, isStopped } from "./rules.ts";
import type { AttentionRow, AttentionStore } from "./store.ts";
import { text } from "./text.ts";

/** Decides and stores what sessions wait for. */
export function attentionDecisions(deps: AttentionDeps, store: AttentionStore) {
  const { database, clock, jobs, sessions } = deps;
  const facts = attentionFacts(deps);
  /** Sessions whose facts changed since their job last began; each has a job. */
  const wanted = new Set<number>();

  /** Inside the caller's transaction. */
  function request(sessionId: number): void {
    wanted.add(sessionId);
    jobs.add(decideAttentionJob, { sessionId });
  }

  /** Keeps since when, as long as the kind stays the same. */
  function save(before: AttentionRow, decision: Decision, said = before.said): void {
    const { kind } = decision;
    const reason = text.reason(decision.reason);
    const isSame = before.kind === kind;
    if (isSame && before.reason === reason && before.said === said) return;
    const since = isSame ? before.since : before.kind === null ? before.stoppedAt : clock.now();
    store.update(before.sessionId, { kind, reason, since, said });
    deps.sessionLog.changed(before.sessionId);
    if (isNewlyNeedy(before, decision)) deps.becameNeedy(before.sessionId, before.stoppedAt);
  }

  /** The session stopped, just now or before anything was recorded. Decides what its columns alone decide. */
  function begin(row: SessionRow, stoppedAt: number): void {
    const nothing = {
      kind: null,
      reason: null,
      since: null,
      said: null,
      correction: null,
      stoppedAt,
    } as const;
    const begun = store.update(row.id, nothing) ?? store.insert(row.id, nothing);
    const decision = decideFromSession({
      ...factsOf(row),
      openQuestion: deps.openQuestion(row.id),
      correction: null,
    });
    if (decision) save(begun, decision);
    else request(row.id);
  }

  /** Settled are changes that a person marked as done, and those of pull requests that were all closed since. */
  function markSettled(own: AttentionRow, changes: ReadChanges): AttentionRow {
    const hasOpen = deps.pullRequests(own.sessionId).some(({ state }) => state === "open" || state === null);
    const wasPublished = own.hadOpenPullRequests && !hasOpen;
    const isSettled = wasPublished || own.correction === "done";
    return (
      store.update(own.sessionId, {
        // What was published is settled once it can be read.
        hadOpenPullRequests: hasOpen || (changes === "unreadable" && own.hadOpenPullRequests),
        ...(changes !== null && changes !== "unreadable" && isSettled && { settledChanges: changes.digest }),
      }) ?? own
    );
  }

  /** Inside the caller's transaction. */
  function settle(sessionId: number, changes: ReadChanges): void {
    const row = sessions.byId(sessionId);
    const own = store.find(sessionId);
    if (!row || !own || !isStopped(factsOf(row))) return;
    const marked = markSettled(own, changes);
    const gathered = facts.gather(row, marked, changes);
    const decision = decideAttention(gathered);
    if (decision) save(marked, decision, gathered.said);
    if (isWorthAsking(gathered) && deps.model.offered(row.agentRuntime))
      jobs.add(assessAnswerJob, { sessionId });
  }

  async function decide(sessionId: number): Promise<JobResult> {
    wanted.delete(sessionId);
    const row = sessions.byId(sessionId);
    if (!row || !isStopped(factsOf(row))) return undefined;
    const changes = await facts.readChanges(row);
    database.transaction(() => {
      const current = sessions.byId(sessionId);
      if (current && !store.find(sessionId)) begin(current, current.updatedAt);
      settle(sessionId, changes);
    });
    return wanted.has(sessionId) ? { againAt: clock.now() } : undefined;
  }

  return { request, begin, settle, decide, readChanges: facts.readChanges };
}

/** Nobody had to do anything, and now somebody has, though not because a person said so. */
const isNewlyNeedy = ({ kind }: AttentionRow, decision: Decision): boolean =>
  kind !== null && !needsPerson(kind) && needsPerson(decision.kind) && decision.reason.code !== "corrected";

/** The answer counts, and its words are unclear. */
const isWorthAsking = (facts: GatheredFacts): boolean =>
  facts.answer?.isUnclear === true && !facts.isPaused && decideFromSession(facts) === undefined;
