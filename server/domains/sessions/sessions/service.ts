import type { Database } from "../../../db/open.ts";
import type { Actor } from "../../../http/caller.ts";
import type { Clock } from "../../../lib/clock.ts";
import { Refusal } from "../../../lib/errors.ts";
import { canonicalJson, parseObject } from "../../../lib/json.ts";
import { listeners } from "../../../lib/listeners.ts";
import type { GoalCheck } from "../goals/model.ts";
import { type CreationDeps, generateSlug, resolveCreation } from "./creation.ts";
import { sessionRefusal } from "./errors.ts";
import { forkRow } from "./forking.ts";
import { type ListingDeps, listing } from "./listing.ts";
import type { Genesis, NewSession, Session, SessionPatch } from "./model.ts";
import { readPatch } from "./patch.ts";
import type { SessionLogPort } from "./ports.ts";
import { decideTransition, readReference, type SessionEvent, type WaitingKind } from "./rules.ts";
import { type SearchDeps, searching } from "./search.ts";
import {
  type NewSessionRow,
  type SessionChanges,
  type SessionRow,
  type SessionStore,
  sessionStore,
} from "./store.ts";
import { sessionView } from "./view.ts";

export type SessionService = ReturnType<typeof sessionService>;

export interface SessionDeps extends Omit<CreationDeps, "store"> {
  database: Database;
  clock: Clock;
  sessionLog: SessionLogPort;
  /** Looks into transcripts, away from this thread. */
  contents: SearchDeps["contents"];
  searchLimits: SearchDeps["limits"];
  /** Whether a wake of the session is to come. */
  hasArmedWake(sessionId: number): boolean;
  /** What is known of where these sessions stand, by id. */
  summaryTexts(ids: readonly number[]): ReadonlyMap<number, string>;
  /** How the goals of these sessions stand, by id; none for a goal of a person's own words. */
  goalChecks(rows: readonly SessionRow[]): ReadonlyMap<number, GoalCheck>;
  /** Keeps what a person wrote, where the caller is one; inside the transaction that stores it for the agent. */
  recordHumanMessage(actor: Actor, words: { sessionId: number; as: "new_session"; content: string }): void;
  /** Queues the first turn of a new session, inside the transaction that creates it. */
  queueFirstTurn(row: SessionRow, kind: "first" | "clone_only"): SessionRow;
}

/** A transition that was written. */
export interface Transition {
  before: SessionRow;
  after: SessionRow;
  event: SessionEvent;
}

/** Reads and writes of single rows, for every other part of the domain. */
function rowAccess(deps: Pick<SessionDeps, "clock" | "sessionLog" | "hasArmedWake">, store: SessionStore) {
  const { clock, sessionLog } = deps;
  const transitions = listeners<Transition>();
  const creations = listeners<SessionRow>();
  const removals = listeners<number>();

  function insert(row: NewSessionRow): SessionRow {
    const created = store.insert(row);
    sessionLog.changed(created.id);
    creations.tell(created);
    return created;
  }

  function write(row: SessionRow, changes: SessionChanges): SessionRow {
    const updated = store.update(row.id, { updatedAt: clock.now(), ...changes }, row.version);
    if (!updated) throw changedMeanwhile();
    sessionLog.changed(row.id);
    return updated;
  }

  return {
    insert,
    write,

    /** Heard inside the transaction of each transition: a listener writes rows and adds jobs, nothing else. */
    onTransition: transitions.add,
    /** Told the new row, inside the transaction, before anything is queued for it. */
    onCreation: creations.add,
    /** Told the id, inside the transaction. */
    onRemoval: removals.add,

    /** The session a path names, by id or slug; 404 when there is none. */
    find(reference: string): SessionRow {
      const wanted = readReference(reference);
      const row = "id" in wanted ? store.byId(wanted.id) : store.bySlug(wanted.slug);
      if (!row) throw sessionRefusal("not_found");
      return row;
    },

    /** Carries out an event of the state machine, with the columns that go with it. Throws the rule's refusal. */
    transition(row: SessionRow, event: SessionEvent, changes: SessionChanges = {}): SessionRow {
      const standing = { ...row, hasRun: hasRun(row), wakeArmed: deps.hasArmedWake(row.id) };
      const decision = decideTransition(standing, event);
      if (decision.kind === "refuse") {
        throw new Refusal({ status: 422, label: decision.label, messages: [decision.sentence] });
      }
      const { asleep, ...to } = decision.to;
      const now = clock.now();
      const after = write(row, {
        ...to,
        deliberateSleepAt: asleep ? now : null,
        ...(to.waitingKind !== row.waitingKind && { waitingSince: to.waitingKind === null ? null : now }),
        ...(comesToNeedInput(row, to) && { needsInputCount: row.needsInputCount + 1 }),
        ...changes,
      });
      transitions.tell({ before: row, after, event });
      // A listener may have written the row as well.
      return store.byId(after.id) ?? after;
    },

    /** Adds to the service's own metadata; a null takes a key away. */
    describe(row: SessionRow, facts: Record<string, unknown>): SessionRow {
      const merged = Object.entries({ ...parseObject(row.metadata), ...facts }).filter(
        ([, value]) => value !== null,
      );
      return write(row, { metadata: canonicalJson(Object.fromEntries(merged)) });
    },

    toggleFavorite(row: SessionRow): SessionRow {
      sessionLog.changed(row.id);
      return store.toggleFavorite(row.id, clock.now()) ?? row;
    },

    /** Removes the row and all that hangs on it; the caller sees to processes and files. */
    remove(row: SessionRow): void {
      store.remove(row.id);
      sessionLog.changed(row.id);
      removals.tell(row.id);
    },
  };
}

export function sessionService(deps: SessionDeps) {
  const { database, clock, sessionLog } = deps;
  const store = sessionStore(database);
  const creation: CreationDeps = { ...deps, store };
  const { insert, ...access } = rowAccess(deps, store);
  const { views, view } = sessionViews(deps);
  const lists: ListingDeps = { store, views, now: clock.now, summaryTexts: deps.summaryTexts };

  function create(input: NewSession, genesis: Genesis, by?: Actor): { session: Session; warnings: string[] } {
    const now = clock.now();
    const { row, warnings } = resolveCreation(input, creation, { now, genesis });
    const id = store.nextId();
    const title = row.title === "" ? `Session ${id}` : row.title;
    const slug = row.slug ?? generateSlug(title, now, store);
    const named = insert({ ...row, id, title, slug });
    sessionLog.note(named.id, "info", "Session created");
    if (by && named.prompt !== null)
      deps.recordHumanMessage(by, { sessionId: id, as: "new_session", content: named.prompt });
    if (input.clone_only === true)
      return { session: view(deps.queueFirstTurn(named, "clone_only")), warnings };
    if (named.prompt !== null) return { session: view(deps.queueFirstTurn(named, "first")), warnings };
    return { session: view(named), warnings };
  }

  return {
    ...access,
    byId: (id: number): SessionRow | undefined => store.byId(id),
    view,
    statusCounts: () => store.statusCounts(),
    /** Whether there has ever been one, whatever became of it. */
    hasAny: (): boolean => store.nextId() > 1,
    withStatus: (status: SessionRow["status"], limit?: number): SessionRow[] =>
      store.withStatus(status, limit),
    waiting: (kinds: readonly WaitingKind[]): SessionRow[] => store.waiting(kinds),
    /** Those whose agent waits for an answer. */
    blocked: (): SessionRow[] => store.blocked(),
    heartbeatsDue: (): SessionRow[] => store.heartbeatsDue(clock.now()),
    stampHeartbeat: (id: number): void => store.stampHeartbeat(id, clock.now()),
    list: listing(lists),
    search: searching({ ...lists, contents: deps.contents, limits: deps.searchLimits }),
    create: (input: NewSession, genesis: Genesis, by?: Actor) =>
      database.transaction(() => create(input, genesis, by)),

    /** A session that goes on from a line of another's transcript. Runs inside a transaction. */
    addFork(
      source: SessionRow,
      of: { clonePath: string; conversationId: string; index: number },
    ): SessionRow {
      const row = forkRow(source, { ...of, now: clock.now() });
      return insert({ ...row, slug: generateSlug(row.title, clock.now(), store) });
    },

    /** R35: the session an idempotency key made earlier, whatever else the repeat says. */
    replay(key: unknown): Session | undefined {
      if (typeof key !== "string" || key === "" || key.length > 255) return undefined;
      const row = store.byIdempotencyKey(key);
      return row && view(row);
    },

    patch: (reference: string, input: SessionPatch): Session =>
      database.transaction(() => {
        const row = access.find(reference);
        const changes = readPatch(row, input, creation);
        if (Object.keys(changes).length === 0) return view(row);
        return view(access.write(row, { ...changes, lastTouchedAt: clock.now() }));
      }),
  };
}

/** Sessions as they are shown; what is looked up for them is looked up for all at once. */
function sessionViews({ clock, catalog, goalChecks }: SessionDeps) {
  function viewOf(row: SessionRow, checks: ReadonlyMap<number, GoalCheck>): Session {
    const goalCheck = checks.get(row.id) ?? null;
    return sessionView(row, { now: clock.now(), pluginServers: catalog.pluginServers, goalCheck });
  }

  return {
    view: (row: SessionRow): Session => viewOf(row, goalChecks([row])),
    views(rows: readonly SessionRow[]): Session[] {
      const checks = goalChecks(rows);
      return rows.map((row) => viewOf(row, checks));
    },
  };
}

/** It has had a turn at all. */
export const hasRun = ({ conversationStarted, promptDelivered }: SessionRow): boolean =>
  conversationStarted || promptDelivered;

const comesToNeedInput = (from: SessionRow, to: { status: SessionRow["status"] }): boolean =>
  to.status === "needs_input" && from.status !== "needs_input";

/** Somebody wrote the row between our reading and our writing. */
const changedMeanwhile = (): Refusal =>
  new Refusal({ status: 409, label: "Conflict", messages: ["The session changed meanwhile; try again"] });
