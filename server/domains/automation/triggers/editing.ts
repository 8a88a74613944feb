import { strictest } from "../../../lib/sandbox/index.ts";
import { noBurst } from "./burst-rules.ts";
import { readConfiguration } from "./configuration.ts";
import { pickColumns } from "./equipment.ts";
import { triggerRefusal } from "./errors.ts";
import type { ConditionInput, NewTrigger, TriggerChange } from "./model.ts";
import { type Lists, pickLists, type TriggerDeps } from "./ports.ts";
import { watchOf } from "./rules.ts";
import type { ConditionRow, NewTriggerRow, TriggerChanges, TriggerRow, TriggerStore } from "./store.ts";
import { storedCondition } from "./view.ts";

type ChangeDeps = Pick<TriggerDeps, "catalog" | "goals" | "sessions" | "sandboxes"> & {
  /** The session whose agent asks for the change. */
  agentSession: number | null;
};

export function readNewTrigger(input: NewTrigger, deps: ChangeDeps, now: number): NewTriggerRow {
  const { name, agent_root_name: agentRootName, prompt_template: promptTemplate } = input;
  const changes = readChange(input, null, deps);
  return { ...changes, name, agentRootName, promptTemplate, createdAt: now, updatedAt: now };
}

/** What a request changes; throws before anything is written. `before` is null for a new trigger. */
export function readChange(
  input: TriggerChange,
  before: TriggerRow | null,
  deps: ChangeDeps,
): TriggerChanges {
  return {
    ...readStatus(input, before),
    ...readReuse(input, before, deps),
    ...readLists(input, before, deps),
    ...readLimits(input),
    ...readGoal(input, before, deps),
    ...readSandbox(input, before, deps),
    ...(input.name !== undefined && { name: input.name }),
    ...(input.agent_root_name !== undefined && { agentRootName: input.agent_root_name }),
    ...(input.prompt_template !== undefined && { promptTemplate: input.prompt_template }),
    ...(input.skip_if_pending_session !== undefined && {
      skipIfPendingSession: input.skip_if_pending_session,
    }),
  };
}

/** R86. */
function readStatus({ status }: TriggerChange, before: TriggerRow | null): TriggerChanges {
  if (status === undefined || (status === "failed" && before?.status === "failed")) return {};
  if (status === "failed") throw triggerRefusal("status_failed");
  if (status !== "enabled" && status !== "disabled")
    throw triggerRefusal("status_unknown", { value: status.slice(0, 100) });
  return { status, failedAt: null, lastError: null };
}

/** R89: without reuse, the settings that only matter for a reused session are turned off. */
function readReuse(
  input: TriggerChange,
  before: TriggerRow | null,
  { sessions }: ChangeDeps,
): TriggerChanges {
  const reuseSession = input.reuse_session ?? before?.reuseSession ?? false;
  const target = input.last_session_id !== undefined ? input.last_session_id : input.session_id;
  if (typeof target === "number" && !reuseSession)
    throw triggerRefusal("reuse_required", { field: "last_session_id" });
  if (typeof target === "number" && !sessions.byId(target))
    throw triggerRefusal("session_unknown", { id: target });
  if (!reuseSession) return notReusing;
  return {
    reuseSession,
    ...(input.enqueue_messages !== undefined && { enqueueMessages: input.enqueue_messages }),
    ...(input.resuscitate_archived !== undefined && { resuscitateArchived: input.resuscitate_archived }),
    ...(target !== undefined && { lastSessionId: target }),
  };
}

const notReusing = {
  reuseSession: false,
  enqueueMessages: false,
  resuscitateArchived: false,
  lastSessionId: null,
} satisfies TriggerChanges;

/** Only new names are checked, so that a name which has left the catalog can be sent back unchanged. */
function readLists(input: TriggerChange, before: TriggerRow | null, { catalog }: ChangeDeps): TriggerChanges {
  const sent = pickLists.filter((list) => input[list] !== undefined);
  const asked = Object.fromEntries(
    sent.map((list) => {
      const had = before === null ? [] : before[pickColumns[list]];
      return [list, (input[list] ?? []).filter((name) => !had.includes(name))];
    }),
  ) as Partial<Lists>;
  catalog.checkNames(asked);
  return Object.fromEntries(sent.map((list) => [pickColumns[list], [...new Set(input[list])]]));
}

function readLimits(input: TriggerChange): TriggerChanges {
  const { max_sessions_per_minute: cap, coalesce_window_seconds: window, scheduling_class: chosen } = input;
  return {
    // Setting a cap restarts its count.
    ...(cap !== undefined && { maxSessionsPerMinute: cap, ...noBurst }),
    ...(window !== undefined && { coalesceWindowSeconds: window }),
    ...(chosen !== undefined && { schedulingClass: readClass(chosen) }),
    ...(input.precedence !== undefined && { precedence: input.precedence }),
  };
}

function readClass(value: string | null): TriggerRow["schedulingClass"] {
  if (value === null || value === "spot" || value === "priority") return value;
  throw triggerRefusal("class_unknown", { value: value.slice(0, 100) });
}

function readGoal({ goal }: TriggerChange, before: TriggerRow | null, { goals }: ChangeDeps): TriggerChanges {
  return goal === undefined || goal === before?.goal ? {} : { goal: goals.accept(goal) };
}

/** An agent never makes a trigger that gives away more than the agent or the trigger had. */
function readSandbox(
  { sandbox }: TriggerChange,
  before: TriggerRow | null,
  { sandboxes, sessions, agentSession }: ChangeDeps,
): TriggerChanges {
  const held = before?.sandbox ?? null;
  const wish = sandbox === undefined ? held : sandboxes.read(sandbox);
  const agent = agentSession === null ? undefined : sessions.byId(agentSession);
  return { sandbox: agent ? strictest(held, wish, sandboxes.asked(agent)) : wish };
}

const isTrue = (value: ConditionInput["_destroy"]): boolean =>
  value === true || value === "true" || value === 1 || value === "1";

interface ConditionWriting {
  store: TriggerStore;
  sessions: TriggerDeps["sessions"];
  now: number;
  /** Called for each condition before it is removed. */
  beforeRemoval(condition: ConditionRow): void;
}

/** Adds, changes and removes conditions as the request says; those it does not name stay. */
export function writeConditions(
  writing: ConditionWriting,
  row: TriggerRow,
  inputs: readonly ConditionInput[],
): void {
  for (const input of inputs) writeCondition(writing, row, input);
  const watched = writing.store.conditions(row.id).map((held) => watchOf(storedCondition(held))?.watched);
  if (row.lastSessionId !== null && watched.includes(row.lastSessionId))
    throw triggerRefusal("watches_itself");
}

function writeCondition(
  { store, sessions, now, beforeRemoval }: ConditionWriting,
  row: TriggerRow,
  input: ConditionInput,
): void {
  const before = store.conditions(row.id).find(({ id }) => id === input.id);
  if (typeof input.id === "number" && !before) throw triggerRefusal("condition_unknown", { id: input.id });
  if (isTrue(input._destroy)) {
    if (!before) return;
    beforeRemoval(before);
    return store.removeCondition(before.id);
  }
  const conditionType = input.condition_type ?? before?.conditionType ?? "";
  const given = input.configuration ?? before?.configuration ?? {};
  const configuration = readConfiguration(conditionType, given);
  const watched = configuration["watched_session_id"];
  if (typeof watched === "number" && !sessions.byId(watched))
    throw triggerRefusal("session_unknown", { id: watched });
  const wanted = { conditionType, configuration };
  if (!before) return void store.addCondition({ triggerId: row.id, ...wanted, createdAt: now });
  const stored = { conditionType: before.conditionType, configuration: before.configuration };
  if (JSON.stringify(wanted) !== JSON.stringify(stored))
    store.changeCondition(before.id, { ...wanted, spent: false, nextFireAt: null });
}
