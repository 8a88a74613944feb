import type { Database } from "../../../db/open.ts";
import type { Actor } from "../../../http/caller.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/logger.ts";
import { attentionOf } from "../attention/queries.ts";
import type { SessionLogPort, SessionRow, SessionService } from "../sessions/index.ts";
import { hierarchyRefusal } from "./errors.ts";
import type { HierarchyNode, SessionHierarchy } from "./model.ts";
import { decideClaim, depthFirst, type Place, type Search } from "./rules.ts";
import { type HierarchyStore, hierarchyStore, type Member } from "./store.ts";
import { text } from "./text.ts";
import { findTops, placeBelow } from "./walk.ts";

export type HierarchyService = ReturnType<typeof hierarchyService>;

/** How many sessions a search for a cycle visits before it gives up. */
const searchBudget = 5_000;

interface HierarchyDeps {
  database: Database;
  clock: Clock;
  log: Logger;
  sessions: Pick<SessionService, "find" | "byId" | "classOf">;
  sessionLog: SessionLogPort;
}

/** Which sessions spawned which, and which declared themselves additional seniors. */
export function hierarchyService(deps: HierarchyDeps) {
  const { database, sessions, sessionLog } = deps;
  const store = hierarchyStore(database);
  const claim = seniorityClaims(deps, store);
  const tree: Tree = { store, sessions, attentionOf: attentionOf(database.sql) };

  return {
    /** The trees that the session belongs to; an isolated session takes one query. */
    tree(row: SessionRow): SessionHierarchy {
      if (row.parentSessionId === null && store.isAlone(row.id)) return isolatedTree(tree, row);
      return wholeTree(tree, row);
    },

    /**
     * Records that `acting`, by its own account, messaged `target`. Runs after the message was delivered, so errors are
     * only logged.
     */
    recordSeniority(acting: number | null | undefined, target: number, actor: Actor): void {
      // A person is not a senior, even if the page sends a session.
      if (acting === null || acting === undefined || acting === target || actor.kind === "board") return;
      try {
        database.transaction(() => claim(acting, target));
      } catch (error) {
        deps.log.error({ err: error, session: target, acting }, "seniority was not recorded");
      }
    },

    detach: (reference: string, uncle: number): void =>
      database.transaction(() => {
        const { id } = sessions.find(reference);
        if (!store.unlink(id, uncle)) throw hierarchyRefusal("no_such_link", { uncle });
        sessionLog.note(id, "info", text.detached.junior(uncle));
        sessionLog.note(uncle, "info", text.detached.senior(id));
        sessionLog.changed(id);
      }),
  };
}

function seniorityClaims({ clock, sessions, sessionLog }: HierarchyDeps, store: HierarchyStore) {
  function isAbove(senior: number, junior: number): Search {
    const seen = store.upwards(junior, searchBudget + 1);
    if (seen.includes(senior)) return "found";
    return seen.length > searchBudget ? "gave_up" : "absent";
  }

  /** The newest claim counts: it replaces an opposite link, unless the opposite order also follows from other links. */
  return function claim(acting: number, target: number): void {
    if (!sessions.byId(acting) || !sessions.byId(target)) return;
    const wasOpposite = store.unlink(acting, target);
    const verdict = decideClaim({
      actingAboveTarget: isAbove(acting, target),
      targetAboveActing: isAbove(target, acting),
    });
    if (verdict === "link") {
      store.link(target, acting, clock.now());
      sessionLog.note(target, "info", text.linked.junior(acting, wasOpposite));
      sessionLog.note(acting, "info", text.linked.senior(target, wasOpposite));
      sessionLog.changed(target);
      return;
    }
    if (wasOpposite) store.link(acting, target, clock.now());
    if (verdict === "nothing_new") return;
    sessionLog.note(target, "debug", text.refused.target(acting));
    sessionLog.note(acting, "debug", text.refused.acting(target));
  };
}

interface Tree {
  store: HierarchyStore;
  sessions: Pick<SessionService, "classOf">;
  attentionOf: ReturnType<typeof attentionOf>;
}

function wholeTree(of: Tree, row: SessionRow): SessionHierarchy {
  const { store } = of;
  const origin = store.originOf(row.id);
  const up = findTops(store, row.id);
  const roots = [origin, ...up.tops.filter((id) => id !== origin)];
  const { places, cut } = placeBelow(store, roots);
  if (!places.has(row.id)) places.set(row.id, appended(places, row));
  const reason = cut ?? up.cut;
  return {
    origin_session_id: origin,
    root_session_ids: roots,
    truncated: reason !== null,
    truncation_reason: reason && text.cut[reason],
    nodes: nodesOf(of, places, row.id),
  };
}

/** Adds the requested session if the tree was cut before it. */
function appended(places: ReadonlyMap<number, Place>, { id, parentSessionId }: SessionRow): Place {
  const parent = parentSessionId === null ? undefined : places.get(parentSessionId);
  return { id, senior: parent?.id ?? null, spawn: false, depth: parent ? parent.depth + 1 : 0 };
}

function nodesOf(
  { store, sessions, attentionOf }: Tree,
  places: ReadonlyMap<number, Place>,
  current: number,
): HierarchyNode[] {
  const members = new Map(store.members(places.keys()).map((member) => [member.id, member]));
  const uncles = Map.groupBy(
    store.edgesAbove([...places.keys()]).filter(({ spawn }) => !spawn),
    ({ junior }) => junior,
  );
  const attention = attentionOf([...places.keys()]);
  return depthFirst(places.values()).flatMap((place) => {
    const member = members.get(place.id);
    if (!member) return [];
    const seniors = (uncles.get(place.id) ?? []).map(({ senior }) => senior);
    return [
      node(member, place, {
        uncles: seniors,
        current: place.id === current,
        class: sessions.classOf(member),
        attention: attention.get(place.id) ?? null,
      }),
    ];
  });
}

interface Shown {
  uncles: number[];
  current: boolean;
  class: HierarchyNode["priority_class"];
  attention: HierarchyNode["attention"];
}

const node = (member: Member, place: Place, { uncles, current, ...shown }: Shown): HierarchyNode => ({
  id: member.id,
  title: member.title,
  agent_root: member.agentRoot,
  status: member.status,
  attention: shown.attention,
  depth: place.depth,
  parent_session_id: member.parentSessionId,
  render_parent_session_id: place.senior,
  spawn_edge: place.spawn,
  uncle_session_ids: uncles,
  current,
  genesis: member.genesis,
  priority_class: shown.class,
});

const isolatedTree = ({ sessions, attentionOf }: Tree, row: SessionRow): SessionHierarchy => ({
  origin_session_id: row.id,
  root_session_ids: [row.id],
  truncated: false,
  truncation_reason: null,
  nodes: [
    node(
      row,
      { id: row.id, senior: null, spawn: true, depth: 0 },
      {
        uncles: [],
        current: true,
        class: sessions.classOf(row),
        attention: attentionOf([row.id]).get(row.id) ?? null,
      },
    ),
  ],
});
