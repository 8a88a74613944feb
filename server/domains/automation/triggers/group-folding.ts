import type { SessionRow } from "../../sessions/sessions/index.ts";
import type { groupStore } from "./group-store.ts";
import type { TriggerHistory } from "./history.ts";
import { type KeptEvent, readKeptEvent, withFolded } from "./kept-event.ts";
import type { OutsideKind } from "./outside-kinds.ts";
import type { TriggerDeps } from "./ports.ts";
import { isLive } from "./rules.ts";
import type { SightingRow, sightingStore } from "./sighting-store.ts";
import type { ConditionRow, TriggerRow, TriggerStore } from "./store.ts";
import { fenced } from "./template-rules.ts";
import { text } from "./text.ts";

interface FoldingParts {
  history: TriggerHistory;
  sightings: ReturnType<typeof sightingStore>;
  groups: ReturnType<typeof groupStore>;
}

interface Folding {
  row: SightingRow;
  event: KeptEvent;
  condition: ConditionRow;
  trigger: TriggerRow;
  kind: OutsideKind;
}

/** R93: an event shortly after the first of its group goes to that one's session. */
export function groupFolding(deps: TriggerDeps, store: TriggerStore, parts: FoldingParts) {
  const { sightings, groups } = parts;
  const { record, post, seenElsewhere, dropped } = foldingEnds(deps, store, parts);

  /** The first event of its burst; another one if that one's session has ended. */
  function firstsOf({ row, event, trigger }: Folding): SightingRow[] {
    const open = event.group === null ? undefined : groups.find(trigger.id, event.group);
    const ids = [event.joins, open ? open.sightingId : null];
    return ids.flatMap((id) => (id === null || id === row.id ? [] : (sightings.byId(id) ?? [])));
  }

  /** Adds it to the prompt of the first one, while that is not sent. */
  function foldPending(folding: Folding, first: SightingRow | undefined): boolean {
    const held = first?.state === "pending" ? readKeptEvent(first.event) : null;
    if (!first || !held) return false;
    const { event, row } = folding;
    sightings.update(first.id, { event: { ...withFolded(held, { ...event, at: row.happenedAt }) } });
    record(folding, null);
    return true;
  }

  /** Whether nothing is left to start for it. In a transaction. */
  function fold(folding: Folding): boolean {
    const { row, event, trigger } = folding;
    const { group, joins } = event;
    if (group === null) return false;
    if (sightings.isElsewhere(row)) return seenElsewhere(folding);
    if (joins === null) return false;
    for (const first of firstsOf(folding)) {
      if (foldPending(folding, first)) return true;
      const session = first.sessionId === null ? undefined : deps.sessions.byId(first.sessionId);
      if (session && isLive(session)) {
        post(folding, session);
        return true;
      }
      if (first.id === joins && !first.fired) return dropped(folding);
    }
    groups.set({ triggerId: trigger.id, key: group, sightingId: row.id, anchorAt: row.happenedAt });
    return false;
  }

  return {
    fold,
    /** The same for what was only just seen: what is read together is sent together. */
    foldAtOnce({ row, ...of }: Omit<Folding, "event">): boolean {
      const event = readKeptEvent(row.event);
      if (event === null || event.joins === null || sightings.isElsewhere(row)) return false;
      return foldPending({ row, event, ...of }, sightings.byId(event.joins));
    },
  };
}

/** What becomes of an event that starts no session of its own. */
function foldingEnds(
  deps: TriggerDeps,
  store: TriggerStore,
  { history, sightings }: Pick<FoldingParts, "history" | "sightings">,
) {
  function record({ row, event, kind }: Folding, session: SessionRow | null): void {
    const { triggerId, conditionId } = row;
    const { cause } = kind;
    const sessionId = session?.id ?? null;
    sightings.update(row.id, { state: "handled", fired: true, event: null, sessionId });
    store.update(triggerId, { lastTriggeredAt: deps.clock.now() });
    store.changeCondition(conditionId, { lastTriggeredAt: deps.clock.now() });
    history.record({
      triggerId,
      conditionId,
      outcome: "coalesced",
      cause,
      summary: event.summary,
      sessionId,
    });
  }

  /** The session reads it as a message of its own. */
  function post(folding: Folding, session: SessionRow): void {
    const { event, trigger } = folding;
    const lines = fenced("messages", event.entry, deps.newToken());
    deps.post(session.id, {
      content: `${text.folded}\n${lines}`,
      sender: text.sender(trigger.name),
    });
    for (const writing of event.writings) deps.recordWriting(session.id, writing);
    record(folding, session);
  }

  /** Another condition saw it first. */
  function seenElsewhere({ row }: Folding): true {
    sightings.update(row.id, { state: "handled", event: null });
    return true;
  }

  /** Its burst started nothing, and neither does it. */
  function dropped({ row, event, kind }: Folding): true {
    sightings.update(row.id, { state: "handled", event: null });
    const { triggerId, conditionId } = row;
    const { summary } = event;
    const reason = text.firstLost;
    history.record({ triggerId, conditionId, outcome: "skipped", cause: kind.cause, summary, reason });
    return true;
  }

  return { record, post, seenElsewhere, dropped };
}

export type GroupFolding = ReturnType<typeof groupFolding>;
