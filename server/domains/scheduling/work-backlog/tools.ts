import { z } from "zod";
import type { McpCaller } from "../../../mcp/caller.ts";
import { type Fact, factList, glance, heading, page } from "../../../mcp/markdown.ts";
import { pageNumber, pageSize } from "../../../mcp/paging.ts";
import { defineTool } from "../../../mcp/tool.ts";
import { backlogRefusal } from "./errors.ts";
import {
  agentRemovalReason,
  type BacklogItem,
  backlogOperations,
  backlogStatus,
  cost,
  newBacklogItem,
  pullLimit,
} from "./model.ts";
import { toolText as words } from "./tool-text.ts";

const getBacklog = defineTool({
  name: "get_work_backlog",
  description: words.get,
  effect: "read",
  input: z.object({
    key: z.string().min(1).max(300).optional().describe("One item, by its key or id"),
    status: backlogStatus.optional(),
    page: pageNumber,
    per_page: pageSize,
  }),
  async run({ key, ...query }, { call }) {
    if (key !== undefined) {
      const facts = await call(backlogOperations.getBacklogItem, { params: { id: key } });
      return { text: page(heading(2, words.one), block(facts.work_backlog_item)), facts };
    }
    const facts = await call(backlogOperations.listBacklogItems, { query });
    const { queued, parked, in_flight } = facts.counts;
    const items = facts.work_backlog_items.map(block);
    return {
      text: page(
        heading(2, words.title),
        words.counts(queued, parked, in_flight),
        ...(items.length === 0 ? [words.empty] : items),
      ),
      facts,
    };
  },
});

const { shape } = newBacklogItem;

const appendItem = defineTool({
  name: "append_work_backlog_item",
  description: words.append,
  effect: "add",
  idempotent: true,
  input: z.object({
    issue_url: z.string().max(2_000).describe("The https address of the issue"),
    estimated_cost: cost.describe("small, medium or large; cheap work is started first"),
    title: shape.title.describe("A few words; the issue's key by default"),
    prompt: shape.prompt.describe("What the agent needs to know beyond the issue"),
    agent_root: shape.agent_root.describe(
      "The root that works on it; found by the issue's repository by default",
    ),
    surface: shape.surface.describe("The part of the product that it touches"),
    kind: shape.kind,
    scope_direction: shape.scope_direction,
    gate_verdict: shape.gate_verdict,
    decided_at: shape.decided_at,
    payload: shape.payload,
  }),
  async run(body, { call, roots }) {
    if (roots !== null && !roots.includes(body.agent_root ?? ""))
      throw backlogRefusal("root_needed", { roots: roots.join(", ") });
    const facts = await call(backlogOperations.createBacklogItem, { body });
    return { text: page(heading(2, words.appended), block(facts.work_backlog_item)), facts };
  },
});

const pullItems = defineTool({
  name: "pull_work_backlog_items",
  description: words.pull,
  effect: "destroy",
  input: z.object({
    count: z
      .number()
      .int()
      .min(1)
      .max(pullLimit)
      .optional()
      .describe("The next so many; a repeated call starts more"),
    keys: z
      .array(z.string().min(1).max(300))
      .max(pullLimit)
      .optional()
      .describe("These; a repeated call answers with the same sessions"),
    removals: z
      .array(z.object({ key: z.string().min(1).max(300), reason: agentRemovalReason }))
      .max(100)
      .optional()
      .describe("Items to take off, because their work is done or cannot be done"),
  }),
  async run(body, caller) {
    const { call } = caller;
    await checkRoots(body.keys ?? null, caller);
    const facts = await call(backlogOperations.pullBacklogItems, { body });
    const lines = [
      ...facts.started.map(({ work_backlog_item: { key }, session }) => words.startedAs(key, session.id)),
      ...facts.skipped.map(({ key, reason }) => words.skipped(key, reason)),
      ...facts.removed.map(({ key, removal_reason: why }) => words.removed(key, why ?? "")),
    ];
    return { text: page(heading(2, words.pulled), facts.message, lines.join("\n")), facts };
  },
});

const holdItem = defineTool({
  name: "hold_work_backlog_item_for_decision",
  description: words.hold,
  effect: "add",
  idempotent: true,
  input: z.object({
    key: z.string().min(1).max(300).describe("The item's key or id"),
    question: z.string().min(1).max(2_000).describe("What a person has to decide"),
  }),
  async run({ key, question }, { call }) {
    const params = { id: key };
    const facts = await call(backlogOperations.holdBacklogItem, { params, body: { question } });
    return { text: page(heading(2, words.held), block(facts.work_backlog_item)), facts };
  },
});

/** Of the group `work_backlog`. Pinning, placing, removing at will and starting at once are for people. */
export const backlogTools = [getBacklog, appendItem, pullItems, holdItem] as const;

/** A connection limited to some agent roots starts only items that name one of them. */
async function checkRoots(
  keys: readonly string[] | null,
  { roots, call }: Pick<McpCaller, "roots" | "call">,
): Promise<void> {
  if (roots === null) return;
  if (keys === null) throw backlogRefusal("keys_needed");
  for (const id of keys) {
    const { work_backlog_item: item } = await call(backlogOperations.getBacklogItem, { params: { id } });
    if (!roots.includes(item.agent_root ?? ""))
      throw backlogRefusal("root_needed", { roots: roots.join(", ") });
  }
}

function block(item: BacklogItem): string {
  const facts: Fact[] = [
    ["Key", item.key],
    ["Status", item.held ? words.heldStatus : item.status],
    ["Position", item.position],
    ["Estimated cost", item.estimated_cost],
    ["Issue", item.issue_url],
    ["Surface", item.surface],
    ["Agent root", item.agent_root],
    ["Question", item.question],
    ["Answer", item.answer === null ? null : glance(item.answer, 300)],
    ["Session", item.started_session && words.session(item.started_session)],
    ["Removed because", item.removal_reason],
    ["Added", `${item.added_at} by ${item.added_by}`],
  ];
  return page(heading(3, item.title), factList(facts));
}
