import type { Database } from "../../../db/open.ts";
import type { Actor } from "../../../http/caller.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { GoalCheck } from "../goals/model.ts";
import { type CreationDeps, generateSlug, type NewSource, resolveCreation } from "./creation.ts";
import { sessionRefusal } from "./errors.ts";
import type { FirstTurnKind, SessionEvents } from "./events.ts";
import { forkRow } from "./forking.ts";
import { type ListingDeps, sessionListing } from "./listing.ts";
import type {
  Attention,
  Genesis,
  NewSession,
  SchedulingClass,
  Session,
  SessionCategory,
  SessionPatch,
} from "./model.ts";
import { readPatch } from "./patch.ts";
import type { RepositoryTrustPort, SessionLogPort } from "./ports.ts";
import {
  decideTransition,
  priorityClass,
  readReference,
  type StatusEvent,
  type WaitingKind,
} from "./rules.ts";
import { type SearchDeps, sessionSearch } from "./search.ts";
import {
  type NewSessionRow,
  type SessionChanges,
  type SessionRow,
  type SessionStore,
  sessionStore,
} from "./store.ts";
import type { TurnSignsBoard } from "./turn-signs.ts";
import { sessionView } from "./view.ts";

export interface SessionDeps extends Omit<CreationDeps, "store"> {
  database: Database;
  clock: Clock;
  /** Where this service emits its events. */
  events: SessionEvents;
  sessionLog: SessionLogPort;
  /** Searches transcripts on another thread. */
  contents: SearchDeps["contents"];
  searchLimits: SearchDeps["limits"];
  /** Whether the session has a wake scheduled. */
  hasArmedWake(sessionId: number): boolean;
  /** What the turn under way shows besides its rows. */
  signs: Pick<TurnSignsBoard, "of">;
  /** The status summaries of these sessions, by id. */
  summaryTexts(ids: readonly number[]): ReadonlyMap<number, string>;
  /** The goal checks of these sessions, by id; a goal in free text has none. */
  goalChecks(rows: readonly SessionRow[]): ReadonlyMap<number, GoalCheck>;
  /** What these sessions wait for, by id; those that work have no entry. */
  attentionOf(ids: readonly number[]): ReadonlyMap<number, Attention>;
  categoryOf(id: number): SessionCategory | null;
  repositoryTrust: RepositoryTrustPort;
  /** Throws while there is too little disk space for new work. */
  admit(): void;
  /** What makes a session without a chosen class a priority session. */
  priorityGenesis(): readonly string[];
}

/**
 * Agent sessions: their rows, their state machine and their view. A method that takes a row, or says so, runs inside the
 * caller's transaction; every other one commits before it returns.
 */
/** Who requested a session. */
export interface CreatedBy {
  author?: Actor;
  /** The session whose agent started it: its sandbox is the least that the new one gets. */
  agentSession?: number | null | undefined;
  /** What is not as it was asked for, a sentence each. */
  notes?: readonly string[];
}

export interface SessionService {
  /** Finds a session by id or slug. Throws 404 if there is none. */
  find(reference: string): SessionRow;
  byId(id: number): SessionRow | undefined;
  /** The session as API callers see it. */
  view(row: SessionRow): Session;
  list: ReturnType<typeof sessionListing>;
  search: ReturnType<typeof sessionSearch>;
  /** R12: the class it counts as. */
  classOf(row: Pick<SessionRow, "schedulingClass" | "genesis">): SchedulingClass;
  /** Whether it is in a frozen category. */
  isFrozen(row: Pick<SessionRow, "categoryId">): boolean;
  statusCounts: SessionStore["statusCounts"];
  /** Whether there has ever been a session, deleted ones included. */
  hasAny(): boolean;
  withStatus(status: SessionRow["status"], limit?: number): SessionRow[];
  failedSince: SessionStore["failedSince"];
  untouchedSince: SessionStore["untouchedSince"];
  countAll: SessionStore["countAll"];
  waiting(kinds: readonly WaitingKind[]): SessionRow[];
  /** Sessions whose agent is waiting for an answer to a question. */
  blocked(): SessionRow[];
  heartbeatsDue(): SessionRow[];
  stampHeartbeat(id: number): void;

  /** Creates a session and, if it has work, requests its first turn. */
  create(input: NewSession, genesis: Genesis, by?: CreatedBy): { session: Session; warnings: string[] };
  /** What such a session would be cloned from. Throws what `create` throws of the input. */
  sourceOf(input: NewSession, genesis: Genesis, by?: CreatedBy): NewSource;
  /** Gives a session that was created without a prompt its first one. Inside the caller's transaction. */
  requestFirstTurn(row: SessionRow, prompt: string): SessionRow;
  /** Adds a session that continues from a line of another's transcript. Inside the caller's transaction. */
  addFork(source: SessionRow, of: { clonePath: string; conversationId: string; index: number }): SessionRow;
  /** The session created earlier with an idempotency key, whatever else the repeated request contains (R35). */
  replay(key: unknown): Session | undefined;
  patch(reference: string, input: SessionPatch): Session;

  /** Writes columns. Throws 409 if the row changed since it was read. Inside the caller's transaction. */
  write(row: SessionRow, changes: SessionChanges): SessionRow;
  /** Applies an event of the state machine and its columns. Throws if the rules refuse it. */
  transition(row: SessionRow, event: StatusEvent, changes?: SessionChanges): SessionRow;
  /** Merges facts into the service's own metadata; null removes a key. */
  describe(row: SessionRow, facts: Record<string, unknown>): SessionRow;
  toggleFavorite(row: SessionRow): SessionRow;
  /** Takes all sessions out of a category. Inside the caller's transaction. */
  leaveCategory(categoryId: number): void;
  /** The service made its clone. Inside the caller's transaction. */
  cloned(id: number): void;
  /** Deletes the row and everything that references it; the caller handles processes and files. */
  remove(row: SessionRow): void;
}

/** Reads and writes single rows. */
function rowAccess(
  deps: Pick<SessionDeps, "clock" | "events" | "sessionLog" | "hasArmedWake" | "categoryOf">,
  store: SessionStore,
) {
  const { clock, events, sessionLog } = deps;

  function insert(row: NewSessionRow, author: Actor | null): SessionRow {
    const created = store.insert(row);
    sessionLog.changed(created.id);
    events.emit("created", { row: created, author });
    return created;
  }

  function write(row: SessionRow, changes: SessionChanges): SessionRow {
    const updated = store.update(row.id, { updatedAt: clock.now(), ...changes }, row.version);
    if (!updated) throw sessionRefusal("changed_meanwhile");
    sessionLog.changed(row.id);
    if (row.schedulingClass === updated.schedulingClass && row.precedence === updated.precedence)
      return updated;
    events.emit("ranked", { before: row, after: updated });
    // A listener may have written the row as well.
    return store.byId(row.id) ?? updated;
  }

  return {
    insert,
    write,

    find(reference: string): SessionRow {
      const wanted = readReference(reference);
      const row = "id" in wanted ? store.byId(wanted.id) : store.bySlug(wanted.slug);
      if (!row) throw sessionRefusal("not_found");
      return row;
    },

    transition(row: SessionRow, event: StatusEvent, changes: SessionChanges = {}): SessionRow {
      const current = { ...row, hasRun: hasRun(row), wakeArmed: deps.hasArmedWake(row.id) };
      const decision = decideTransition(current, event);
      if (decision.kind === "refuse") throw sessionRefusal(decision.code, { status: row.status });
      const { asleep, ...to } = decision.to;
      const now = clock.now();
      const after = write(row, {
        ...to,
        deliberateSleepAt: asleep ? now : null,
        ...(to.waitingKind !== row.waitingKind && { waitingSince: to.waitingKind === null ? null : now }),
        ...(startsNeedingInput(row, to) && { needsInputCount: row.needsInputCount + 1 }),
        ...changes,
      });
      events.emit("transitioned", { before: row, after, event });
      // A listener may have written the row as well.
      return store.byId(after.id) ?? after;
    },

    describe(row: SessionRow, facts: Record<string, unknown>): SessionRow {
      const merged = Object.entries({ ...row.metadata, ...facts }).filter(([, value]) => value !== null);
      return write(row, { metadata: Object.fromEntries(merged) });
    },

    toggleFavorite(row: SessionRow): SessionRow {
      sessionLog.changed(row.id);
      return store.toggleFavorite(row.id, clock.now()) ?? row;
    },

    isFrozen: ({ categoryId }: Pick<SessionRow, "categoryId">): boolean =>
      categoryId !== null && deps.categoryOf(categoryId)?.is_frozen === true,

    leaveCategory(categoryId: number): void {
      for (const id of store.leaveCategory(categoryId)) sessionLog.changed(id);
    },

    cloned: (id: number): void => void events.emit("cloned", { sessionId: id }),

    remove(row: SessionRow): void {
      store.remove(row.id);
      sessionLog.changed(row.id);
      events.emit("removed", { sessionId: row.id });
    },
  };
}

export function sessionService(deps: SessionDeps): SessionService {
  const { database, clock, events, sessionLog } = deps;
  const { priorityGenesis } = deps;
  const store = sessionStore(database, priorityGenesis);
  const creation: CreationDeps = { ...deps, store };
  const { insert, ...access } = rowAccess(deps, store);
  const { views, view } = sessionViews(deps);
  const lists: ListingDeps = {
    store,
    views,
    now: clock.now,
    summaryTexts: deps.summaryTexts,
    priorityGenesis,
  };

  function resolve(input: NewSession, genesis: Genesis, { agentSession = null }: CreatedBy = {}) {
    const agent = agentSession === null ? null : (store.byId(agentSession) ?? null);
    return resolveCreation(input, creation, { now: clock.now(), genesis, agent });
  }

  function create(
    input: NewSession,
    genesis: Genesis,
    by: CreatedBy = {},
  ): { session: Session; warnings: string[] } {
    deps.admit();
    const now = clock.now();
    const { author = null, notes = [] } = by;
    const { row, warnings } = resolve(input, genesis, by);
    const id = store.nextId();
    const title = row.title === "" ? `Session ${id}` : row.title;
    const slug = row.slug ?? generateSlug(title, now, store);
    const created = insert({ ...row, id, title, slug }, author);
    sessionLog.note(created.id, "info", "Session created");
    for (const note of [...notes, ...warnings]) sessionLog.note(created.id, "warning", note);
    const kind = input.clone_only === true ? "clone_only" : "first";
    const hasWork = kind === "clone_only" || created.prompt !== null;
    const session = view(hasWork ? requestTurn(created, kind) : created);
    return { session, warnings: [...notes, ...warnings] };
  }

  /** A listener queues the turn, which changes the session's status. */
  function requestTurn(row: SessionRow, kind: FirstTurnKind): SessionRow {
    events.emit("firstTurnRequested", { row, kind });
    return store.byId(row.id) ?? row;
  }

  return {
    ...access,
    byId: (id) => store.byId(id),
    view,
    classOf: (row) => priorityClass(row, priorityGenesis()),
    statusCounts: () => store.statusCounts(),
    hasAny: () => store.nextId() > 1,
    withStatus: (status, limit) => store.withStatus(status, limit),
    failedSince: store.failedSince,
    untouchedSince: store.untouchedSince,
    countAll: store.countAll,
    waiting: (kinds) => store.waiting(kinds),
    blocked: () => store.blocked(),
    heartbeatsDue: () => store.heartbeatsDue(clock.now()),
    stampHeartbeat: (id) => store.stampHeartbeat(id, clock.now()),
    list: sessionListing(lists),
    search: sessionSearch({ ...lists, contents: deps.contents, limits: deps.searchLimits }),
    create: (input, genesis, by) => database.transaction(() => create(input, genesis, by)),
    sourceOf: (input, genesis, by) => sourceOf(resolve(input, genesis, by).row),
    requestFirstTurn: (row, prompt) => requestTurn(access.write(row, { prompt }), "first"),

    addFork(source, of) {
      const row = forkRow(source, { ...of, now: clock.now() });
      return insert({ ...row, slug: generateSlug(row.title, clock.now(), store) }, null);
    },

    replay(key) {
      if (typeof key !== "string" || key === "" || key.length > 255) return undefined;
      const row = store.byIdempotencyKey(key);
      return row && view(row);
    },

    patch: (reference, input) =>
      database.transaction(() => {
        const row = access.find(reference);
        const changes = readPatch(row, input, creation);
        if (Object.keys(changes).length === 0) return view(row);
        return view(access.write(row, { ...changes, lastTouchedAt: clock.now() }));
      }),
  };
}

const sourceOf = ({ gitRoot, branch, branchChosen, subdirectory }: NewSource): NewSource => ({
  gitRoot,
  branch,
  branchChosen,
  subdirectory,
});

/** Builds the views of sessions, with one lookup of goal checks and of attention for all of them. */
function sessionViews(deps: SessionDeps) {
  const { clock, catalog, goalChecks, attentionOf, repositoryTrust, sandboxes, signs } = deps;

  function viewOf(
    row: SessionRow,
    checks: ReadonlyMap<number, GoalCheck>,
    attention: ReadonlyMap<number, Attention>,
  ): Session {
    const goalCheck = checks.get(row.id) ?? null;
    return sessionView(row, {
      now: clock.now(),
      pluginServers: catalog.pluginServers,
      goalCheck,
      attention: attention.get(row.id) ?? null,
      trustOf: repositoryTrust.of,
      sandboxOf: sandboxes.inForce,
      signs: signs.of(row.id),
      categoryOf: deps.categoryOf,
      classOf: (of) => priorityClass(of, deps.priorityGenesis()),
    });
  }

  return {
    view: (row: SessionRow): Session => viewOf(row, goalChecks([row]), attentionOf([row.id])),
    views(rows: readonly SessionRow[]): Session[] {
      const checks = goalChecks(rows);
      const attention = attentionOf(rows.map(({ id }) => id));
      return rows.map((row) => viewOf(row, checks, attention));
    },
  };
}

/** Whether the session has ever had a turn. */
export const hasRun = ({ conversationStarted, promptDelivered }: SessionRow): boolean =>
  conversationStarted || promptDelivered;

const startsNeedingInput = (from: SessionRow, to: { status: SessionRow["status"] }): boolean =>
  to.status === "needs_input" && from.status !== "needs_input";
