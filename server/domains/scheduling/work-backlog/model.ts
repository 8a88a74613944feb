import { z } from "zod";
import { operation, pageQuery, pagination } from "../../../http/model.ts";
import { goalLimit, promptText, session, sessionStatus } from "../../sessions/sessions/model.ts";

/** How much work an item is thought to be. */
export const costs = ["small", "medium", "large"] as const;
export const cost = z.enum(costs);
export type Cost = z.infer<typeof cost>;

export const backlogStatuses = ["queued", "started", "removed"] as const;
export const backlogStatus = z.enum(backlogStatuses);
export type BacklogStatus = z.infer<typeof backlogStatus>;

/** Where an item came from. */
export const sourceNames = ["board", "api", "mcp"] as const;
export type SourceName = (typeof sourceNames)[number];

/** Why an agent may take an item off. */
export const agentRemovalReasons = [
  "issue_closed",
  "issue_has_open_pr",
  "session_already_working",
  "trust_failed",
] as const;
export const agentRemovalReason = z.enum(agentRemovalReasons);

export const pullLimit = 10;

/** Each cost has a band of precedences; cheap work goes first. */
export const bands = {
  small: { floor: 5_000, base: 6_000, ceiling: 6_999 },
  medium: { floor: 2_000, base: 3_000, ceiling: 3_999 },
  large: { floor: 500, base: 1_000, ceiling: 1_999 },
} as const satisfies Record<Cost, { floor: number; base: number; ceiling: number }>;

const instantOrNull = z.string().nullable();
const textOrNull = z.string().nullable();
const idOrNull = z.number().int().nullable();

export const backlogItem = z
  .object({
    id: z.number().int(),
    key: z.string(),
    issue_url: textOrNull,
    repo: textOrNull,
    surface: textOrNull,
    title: z.string(),
    prompt: textOrNull,
    kind: textOrNull,
    scope_direction: textOrNull,
    estimated_cost: cost,
    gate_verdict: textOrNull,
    decided_at: instantOrNull,
    agent_root: textOrNull,
    git_root: textOrNull,
    added_at: z.string(),
    added_by: z.string(),
    added_via: z.enum(sourceNames),
    precedence: z.number().int(),
    pinned: z.boolean(),
    /** From 1, in the order in which items are started; null once it is not queued. */
    position: z.number().int().nullable(),
    status: backlogStatus,
    /** It waits for a person's decision. */
    held: z.boolean(),
    held_at: instantOrNull,
    held_by: textOrNull,
    question: textOrNull,
    answer: textOrNull,
    writing_session_id: idOrNull,
    started_session_id: idOrNull,
    started_by_session_id: idOrNull,
    started_by: textOrNull,
    started_at: instantOrNull,
    started_session: z.object({ id: z.number().int(), title: z.string(), status: sessionStatus }).nullable(),
    removed_at: instantOrNull,
    removed_by: textOrNull,
    removal_reason: textOrNull,
    payload: z.record(z.string(), z.unknown()),
  })
  .meta({ id: "WorkBacklogItem" });
export type BacklogItem = z.infer<typeof backlogItem>;

const counts = z.object({
  queued: z.number().int(),
  started: z.number().int(),
  removed: z.number().int(),
  /** Started, with a session that is neither archived nor failed. */
  in_flight: z.number().int(),
  /** Queued, but held for a decision. */
  parked: z.number().int(),
  pinned: z.number().int(),
});

const band = z.object({ floor: z.number().int(), base: z.number().int(), ceiling: z.number().int() });

const backlogPage = z.object({
  work_backlog_items: z.array(backlogItem),
  pagination,
  counts,
  ranking: z.object({ bands: z.object({ small: band, medium: band, large: band }) }),
});
export type BacklogPage = z.infer<typeof backlogPage>;

/** Checked by the service, whose refusal names every problem. */
export const newBacklogItem = z.object({
  issue_url: z.string().max(2_000).nullish(),
  title: z.string().max(10_000).nullish(),
  prompt: promptText.nullish(),
  estimated_cost: z.string().max(100).nullish(),
  agent_root: z.string().max(200).nullish(),
  git_root: z.string().max(2_000).nullish(),
  surface: z.string().max(1_000).nullish(),
  kind: z.string().max(1_000).nullish(),
  scope_direction: z.string().max(1_000).nullish(),
  gate_verdict: z.string().max(1_000).nullish(),
  decided_at: z.string().max(100).nullish(),
  payload: z.record(z.string(), z.unknown()).nullish(),
  acting_session_id: z.number().int().positive().nullish(),
});
export type NewBacklogItem = z.infer<typeof newBacklogItem>;

export const pullInput = z.object({
  count: z.number().nullish(),
  keys: z.array(z.string().min(1).max(300)).max(100).nullish(),
  removals: z
    .array(z.object({ key: z.string().min(1).max(300), reason: z.string().max(100).nullish() }))
    .max(100)
    .nullish(),
  acting_session_id: z.number().int().positive().nullish(),
});
export type PullInput = z.infer<typeof pullInput>;

const started = z.object({ work_backlog_item: backlogItem, session });

const pulled = z.object({
  started: z.array(started),
  /** What was asked for by key and not started. */
  skipped: z.array(z.object({ key: z.string(), reason: z.string() })),
  removed: z.array(backlogItem),
  message: z.string(),
});
export type Pulled = z.infer<typeof pulled>;

export const itemRef = z.object({ id: z.string().min(1).max(300) });
const one = z.object({ work_backlog_item: backlogItem });
const moved = one.extend({
  /** Every precedence that changed. */
  changes: z.array(z.object({ id: z.number().int(), precedence: z.number().int() })),
});
const at = { params: itemRef, errors: [404] } as const;
const reasonText = z.string().max(2_000).nullish();

/** `{id}` is an item's id or key. */
export const backlogOperations = {
  listBacklogItems: operation({
    id: "listBacklogItems",
    method: "get",
    path: "/work_backlog_items",
    source: "E146",
    summary: "List the work backlog in the order in which it is started, then what was started or removed",
    callers: ["api", "native"],
    query: z.object({
      status: z.string().max(100).optional(),
      estimated_cost: z.string().max(100).optional(),
      repo: z.string().max(300).optional(),
      held: z.string().max(20).optional(),
      ...pageQuery,
    }),
    response: backlogPage,
  }),
  getBacklogItem: operation({
    ...at,
    id: "getBacklogItem",
    method: "get",
    path: "/work_backlog_items/{id}",
    source: "E147",
    summary: "Get one item of the work backlog",
    callers: ["api", "native"],
    response: one,
  }),
  createBacklogItem: operation({
    id: "createBacklogItem",
    method: "post",
    path: "/work_backlog_items",
    source: "X10",
    summary: "Add an item at the end of its cost band; an issue that is in the backlog already is returned",
    callers: ["api"],
    body: newBacklogItem,
    bodyLimit: 2 * 1024 * 1024,
    response: one,
    status: 201,
    otherStatuses: [200],
  }),
  pullBacklogItems: operation({
    id: "pullBacklogItems",
    method: "post",
    path: "/work_backlog_items/pull",
    source: "X10",
    summary: "Start the next items, or those with these keys, as spot sessions of the caller's session",
    callers: ["api"],
    body: pullInput,
    response: pulled,
  }),
  holdBacklogItem: operation({
    ...at,
    id: "holdBacklogItem",
    method: "post",
    path: "/work_backlog_items/{id}/hold",
    source: "E148",
    summary: "Hold an item until a person has decided, with the question to decide",
    callers: ["api", "native"],
    body: z.object({ question: reasonText }),
    response: one,
  }),
  releaseBacklogItem: operation({
    ...at,
    id: "releaseBacklogItem",
    method: "post",
    path: "/work_backlog_items/{id}/release",
    summary: "End the hold of an item; its session is told the answer",
    callers: ["human"],
    body: z.object({ answer: z.string().max(goalLimit).nullish() }),
    response: one,
  }),
  startBacklogItem: operation({
    ...at,
    id: "startBacklogItem",
    method: "post",
    path: "/work_backlog_items/{id}/start_now",
    source: "E149",
    summary: "Start an item at once, as a priority session",
    callers: ["human"],
    response: started.extend({ message: z.string() }),
    status: 201,
  }),
  pinBacklogItem: operation({
    ...at,
    id: "pinBacklogItem",
    method: "patch",
    path: "/work_backlog_items/{id}/pin",
    source: "E150",
    summary: "Give an item a precedence that nothing else changes",
    callers: ["human"],
    body: z.object({ precedence: z.unknown().optional() }),
    response: one,
  }),
  unpinBacklogItem: operation({
    ...at,
    id: "unpinBacklogItem",
    method: "patch",
    path: "/work_backlog_items/{id}/unpin",
    source: "E151",
    summary: "Put a pinned item back into the band of its cost",
    callers: ["human"],
    response: one,
  }),
  removeBacklogItem: operation({
    ...at,
    id: "removeBacklogItem",
    method: "post",
    path: "/work_backlog_items/{id}/remove",
    source: "E152",
    summary: "Take an item off the backlog, with the reason; its row is kept",
    callers: ["human"],
    body: z.object({ reason: reasonText }),
    response: one,
  }),
  restoreBacklogItem: operation({
    ...at,
    id: "restoreBacklogItem",
    method: "post",
    path: "/work_backlog_items/{id}/restore",
    summary: "Queue an item again that was removed",
    callers: ["board"],
    response: one,
  }),
  placeBacklogItem: operation({
    ...at,
    id: "placeBacklogItem",
    method: "patch",
    path: "/work_backlog_items/{id}/place",
    summary: "Move an item between two others of its band, and return every precedence that changed",
    callers: ["board"],
    body: z.object({ above_id: z.number().int().nullish(), below_id: z.number().int().nullish() }),
    response: moved,
  }),
} as const;
