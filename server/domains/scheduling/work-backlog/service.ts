import { type Actor, actorName } from "../../../http/caller.ts";
import { paginate } from "../../../http/model.ts";
import type { SessionRow, SessionService } from "../../sessions/sessions/index.ts";
import type { Session } from "../../sessions/sessions/model.ts";
import { backlogRefusal } from "./errors.ts";
import { readNewItem } from "./input.ts";
import {
  agentRemovalReason,
  type BacklogItem,
  type BacklogPage,
  backlogStatus,
  bands,
  type NewBacklogItem,
  type Pulled,
  type PullInput,
  pullLimit,
  type SourceName,
} from "./model.ts";
import { itemRanking } from "./ranking.ts";
import { isCost, isRank, manualKey } from "./rules.ts";
import { itemStarting, type StartedBy, type StartingDeps } from "./starting.ts";
import { type BacklogChanges, type BacklogFilter, type BacklogRow, backlogStore } from "./store.ts";
import { text } from "./text.ts";
import { itemView } from "./view.ts";

export interface BacklogDeps extends StartingDeps {
  sessions: Pick<SessionService, "create" | "byId" | "view">;
  hasRoot(name: string): boolean;
  /** Called after each change, mostly inside its transaction. */
  changed(): void;
}

/** Who calls: the credential, where it came in, and the session whose agent it is. */
export interface BacklogCaller {
  actor: Actor;
  via: SourceName;
  agentSession: number | null;
}

export type BacklogService = ReturnType<typeof backlogService>;

const isPerson = ({ actor }: BacklogCaller): boolean =>
  actor.kind === "board" || (actor.kind === "mcp_client" && actor.actsAsHuman);

/** Work that waits to be started: fed by agents and people, ordered by people, started by either and by the top-up. */
export function backlogService(deps: BacklogDeps) {
  const { database, sessions } = deps;
  const store = backlogStore(database);
  const starting = itemStarting(deps, store);
  const ranking = itemRanking(store);
  const view = (row: BacklogRow): BacklogItem => itemView(row, { store, sessions });

  function find(reference: string): BacklogRow {
    const row = store.find(reference);
    if (!row) throw backlogRefusal("not_found");
    return row;
  }

  function queued(reference: string): BacklogRow {
    const row = find(reference);
    if (row.status !== "queued") throw backlogRefusal("not_queued", { key: row.key, status: row.status });
    return row;
  }

  /** One change of a queued item, in one transaction. */
  const change = (reference: string, changes: (row: BacklogRow) => BacklogChanges): BacklogItem =>
    database.transaction(() => {
      const row = queued(reference);
      const changed = store.change(row.id, changes(row));
      deps.changed();
      return view(changed);
    });

  const parts = { ...deps, store, starting, ranking, view, find, queued, change };

  return {
    ...adding(parts),
    ...pulling(parts),
    ...ordering(parts),
    ...deciding(parts),

    list(query: ListQuery): BacklogPage {
      const filter = readFilter(query);
      const page = { limit: query.per_page, offset: (query.page - 1) * query.per_page };
      return {
        work_backlog_items: store.list(filter, page).map(view),
        pagination: paginate(store.total(filter), query),
        counts: store.counts(),
        ranking: { bands },
      };
    },
    get: (reference: string): BacklogItem => view(find(reference)),
    startableCount: store.startableCount,
  };
}

type Parts = BacklogDeps & {
  store: ReturnType<typeof backlogStore>;
  starting: ReturnType<typeof itemStarting>;
  ranking: ReturnType<typeof itemRanking>;
  view(row: BacklogRow): BacklogItem;
  find(reference: string): BacklogRow;
  queued(reference: string): BacklogRow;
  change(reference: string, changes: (row: BacklogRow) => BacklogChanges): BacklogItem;
};

interface ListQuery {
  status?: string | undefined;
  estimated_cost?: string | undefined;
  repo?: string | undefined;
  held?: string | undefined;
  page: number;
  per_page: number;
}

function readFilter({ status, estimated_cost: cost, repo, held }: ListQuery): BacklogFilter {
  if (status !== undefined && !backlogStatus.safeParse(status).success)
    throw backlogRefusal("unknown_status", { value: status });
  if (cost !== undefined && !isCost(cost)) throw backlogRefusal("unknown_cost", { value: cost });
  if (held !== undefined && held !== "true" && held !== "false")
    throw backlogRefusal("unknown_held", { value: held });
  return {
    status: status ?? null,
    cost: cost ?? null,
    repo: repo ?? null,
    held: held === undefined ? null : held === "true",
  };
}

const removal = (now: number, who: string, why: string): BacklogChanges => ({
  status: "removed",
  removedAt: now,
  removedBy: who,
  removalReason: why,
  heldAt: null,
  heldBy: null,
});

function adding({ database, clock, log, sessions, store, ranking, view, hasRoot, changed }: Parts) {
  /** Its work is in the backlog already, or under way. */
  function known(key: string): BacklogRow | undefined {
    const row = store.find(key);
    if (row?.status === "queued") return row;
    const session = row?.startedSessionId ? sessions.byId(row.startedSessionId) : undefined;
    return session && session.status !== "archived" && session.status !== "failed" ? row : undefined;
  }

  function freeKey(title: string): string {
    const stem = manualKey(title);
    for (let n = 1; ; n++) {
      const key = n === 1 ? stem : `${stem}-${n}`;
      if (!store.find(key)) return key;
    }
  }

  return {
    /** X10. `isNew` is false if it is in the backlog already. */
    create: (input: NewBacklogItem, by: BacklogCaller): { item: BacklogItem; isNew: boolean } =>
      database.transaction(() => {
        const { issue, cost, columns } = readNewItem(input, { isPerson: isPerson(by), hasRoot });
        const before = issue && known(issue.key);
        if (before) return { item: view(before), isNew: false };
        const writing = by.agentSession ?? input.acting_session_id ?? null;
        const row = store.insert({
          ...columns,
          key: issue?.key ?? freeKey(columns.title),
          issueUrl: issue?.url ?? null,
          repo: issue?.repo ?? null,
          estimatedCost: cost,
          addedAt: clock.now(),
          addedBy: actorName(by.actor),
          addedVia: by.via,
          writingSessionId: writing !== null && sessions.byId(writing) ? writing : null,
          precedence: ranking.last(cost),
        });
        log.info(text.log.added(row.addedBy, row.key));
        changed();
        return { item: view(row), isNew: true };
      }),
  };
}

function pulling({ database, clock, log, sessions, store, starting, view, queued, find, changed }: Parts) {
  function pullerOf(id: number | null): SessionRow | null {
    if (id === null) return null;
    const row = sessions.byId(id);
    if (!row || row.status === "archived") throw backlogRefusal("caller_unknown", { id });
    return row;
  }

  /** Those that were queued. */
  function removeAll(removals: NonNullable<PullInput["removals"]>, who: string): BacklogItem[] {
    return removals.flatMap(({ key, reason }) => {
      const why = agentRemovalReason.safeParse(reason).data;
      if (!why) throw backlogRefusal("pull_reason", { key });
      const row = find(key);
      if (row.status !== "queued") return [];
      log.info(text.log.removed(who, row.key, why));
      return [view(store.change(row.id, removal(clock.now(), who, why)))];
    });
  }

  const shown = ({ row, session }: { row: BacklogRow; session: { id: number } }) => {
    const started = sessions.byId(session.id);
    return started ? [{ work_backlog_item: view(row), session: sessions.view(started) }] : [];
  };

  return {
    /** X10: by an agent, for whose session the items are started. */
    pull(input: PullInput, by: BacklogCaller): Pulled {
      const { count, keys } = readPull(input);
      const puller = pullerOf(by.agentSession ?? input.acting_session_id ?? null);
      const who: StartedBy = { name: actorName(by.actor), actor: by.actor, puller };
      const removed = database.transaction(() => removeAll(input.removals ?? [], who.name));
      const result = keys ? starting.startKeys(keys, who) : starting.startNext(count, who);
      changed();
      const { skipped } = result;
      const started = result.started.flatMap(shown);
      return {
        started,
        skipped,
        removed,
        message: text.pulled(started.length, skipped.length, removed.length),
      };
    },

    /** The next ones, for nobody's session: by the fleet top-up. Returns the sessions. */
    topUp(count: number): number[] {
      const { started } = starting.startNext(count, { name: text.topUp, actor: null, puller: null });
      if (started.length > 0) changed();
      return started.map(({ session }) => session.id);
    },

    /** E149. */
    startNow: (
      reference: string,
      by: Actor,
    ): { work_backlog_item: BacklogItem; session: Session; message: string } =>
      database.transaction(() => {
        const row = queued(reference);
        const who: StartedBy = { name: actorName(by), actor: by, puller: null };
        const result = starting.start(row, who, { class: "priority", precedence: null });
        changed();
        const message = text.started(row.key, result.session.id);
        return { work_backlog_item: view(result.row), session: result.session, message };
      }),
  };
}

function readPull({ count, keys, removals }: PullInput): { count: number; keys: readonly string[] | null } {
  const given = keys && keys.length > 0 ? keys : null;
  const isCounted = count !== null && count !== undefined;
  if (isCounted === (given !== null) && (isCounted || (removals ?? []).length === 0))
    throw backlogRefusal("pull_unclear");
  const asked = given?.length ?? count ?? 0;
  const isWhole = Number.isInteger(asked) && asked <= pullLimit;
  if (!isWhole || (isCounted && asked < 1)) throw backlogRefusal("pull_count");
  return { count: asked, keys: given };
}

function ordering({ database, ranking, view, queued, change, store, changed }: Parts) {
  return {
    /** E150. */
    pin: (reference: string, precedence: unknown): BacklogItem =>
      change(reference, () => {
        if (precedence === null || precedence === undefined) throw backlogRefusal("precedence_missing");
        if (!isRank(precedence)) throw backlogRefusal("precedence_invalid");
        return { pinned: true, precedence };
      }),

    /** E151. */
    unpin: (reference: string): BacklogItem =>
      change(reference, (row) => (row.pinned ? { pinned: false, precedence: ranking.back(row) } : {})),

    place: (
      reference: string,
      between: { above_id?: number | null | undefined; below_id?: number | null | undefined },
    ) =>
      database.transaction(() => {
        const row = queued(reference);
        if (row.pinned) throw backlogRefusal("pinned");
        const changes = ranking.move(row, between);
        changed();
        return { work_backlog_item: view(store.find(String(row.id)) ?? row), changes };
      }),
  };
}

/** Holds, and what is taken off or queued again. */
function deciding({ database, clock, log, store, ranking, view, find, change, changed }: Parts) {
  return {
    /** E148. */
    hold: (reference: string, question: string | null | undefined, by: Actor): BacklogItem =>
      change(reference, (row) => {
        log.info(text.log.held(actorName(by), row.key));
        return {
          heldAt: row.heldAt ?? clock.now(),
          heldBy: actorName(by),
          question: question?.trim() || row.question,
          answer: null,
        };
      }),

    release: (reference: string, answer: string | null | undefined, by: Actor): BacklogItem =>
      change(reference, (row) => {
        log.info(text.log.released(actorName(by), row.key));
        return { heldAt: null, heldBy: null, answer: answer?.trim() || row.answer };
      }),

    /** E152. */
    remove: (reference: string, reason: string | null | undefined, by: Actor): BacklogItem =>
      change(reference, (row) => {
        const why = reason?.trim();
        if (!why) throw backlogRefusal("reason_missing");
        log.info(text.log.removed(actorName(by), row.key, why));
        return removal(clock.now(), actorName(by), why);
      }),

    restore: (reference: string): BacklogItem =>
      database.transaction(() => {
        const row = find(reference);
        if (row.status !== "removed")
          throw backlogRefusal("not_removed", { key: row.key, status: row.status });
        if (store.find(row.key)?.status === "queued") throw backlogRefusal("queued_again", { key: row.key });
        const precedence = row.pinned ? row.precedence : ranking.last(row.estimatedCost);
        const queued = store.change(row.id, {
          status: "queued",
          precedence,
          removedAt: null,
          removedBy: null,
          removalReason: null,
        });
        changed();
        return view(queued);
      }),
  };
}
