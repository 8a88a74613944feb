import { isDeepStrictEqual } from "node:util";
import { instant } from "../../../lib/instant.ts";
import { strictest } from "../../../lib/sandbox/index.ts";
import type { SessionRow } from "../../sessions/sessions/index.ts";
import { eachList, type Lists, type PickList, pickLists, type TriggerDeps } from "./ports.ts";
import type { TriggerRow, TriggerStore } from "./store.ts";
import { text } from "./text.ts";

export const pickColumns = {
  mcp_servers: "mcpServers",
  catalog_skills: "catalogSkills",
  catalog_hooks: "catalogHooks",
  catalog_plugins: "catalogPlugins",
} as const satisfies Record<PickList, keyof TriggerRow>;

type Seen = Record<string, string>;

/** R96: an empty list is left out, so that the agent root's own applies. */
export const pickedOf = (lists: Lists): Partial<Record<PickList, string[]>> =>
  Object.fromEntries(
    pickLists.filter((list) => lists[list].length > 0).map((list) => [list, [...lists[list]]]),
  );

/** R88: names missing from the catalog are left out of this fire and kept on the row with when each was first missed. */
export function resolveLists(
  { catalog, clock, log }: TriggerDeps,
  store: TriggerStore,
  row: TriggerRow,
): Lists {
  const lists = eachList((list) => row[pickColumns[list]]);
  const missing = catalog.missing(lists);
  if (!missing) return lists;
  const before = row.unresolvedReferences as Partial<Record<PickList, Seen>>;
  const now = instant(clock.now());
  const firstSeen = (list: PickList): Seen =>
    Object.fromEntries(missing[list].map((name) => [name, before[list]?.[name] ?? now]));
  const gone = pickLists.filter((list) => missing[list].length > 0);
  const unresolvedReferences = Object.fromEntries(gone.map((list) => [list, firstSeen(list)]));
  if (!isDeepStrictEqual(unresolvedReferences, row.unresolvedReferences))
    store.update(row.id, { unresolvedReferences });
  if (gone.length > 0)
    log.warn({ trigger: row.id, missing }, "a trigger names entries that are not in the catalog");
  return eachList((list) => lists[list].filter((name) => !missing[list].includes(name)));
}

/** R103: the session gets the trigger's goal, sandbox and selected entries from its next turn on, however the fire ends. */
export function updateTarget(
  deps: TriggerDeps,
  { row, lists }: { row: TriggerRow; lists: Lists },
  target: SessionRow,
): SessionRow {
  const picked = Object.entries(pickedOf(lists)) as [PickList, string[]][];
  const goal = newGoal(deps, row, target);
  const sandbox = strictest(target.sandbox, row.sandbox);
  const changes = {
    ...(goal !== null && { goal }),
    ...(sandbox !== target.sandbox && { sandbox }),
    ...(lists.mcp_servers.length > 0 && { mcpServersChosen: true }),
    ...Object.fromEntries(picked.map(([list, names]) => [pickColumns[list], names])),
  };
  return Object.keys(changes).length === 0 ? target : deps.sessions.write(target, changes);
}

/** The goal the session gets; null when it keeps its own. */
function newGoal(
  { goals, sessionLog }: TriggerDeps,
  { goal, name }: TriggerRow,
  target: SessionRow,
): string | null {
  if (goal === null || goal === target.goal) return null;
  if (!goals.stillKnown(goal)) {
    sessionLog.note(target.id, "warning", text.goalLost(name));
    return null;
  }
  sessionLog.note(target.id, "info", text.goalSet(name, target.goal));
  return goal;
}
