import { z } from "zod";
import { type Fact, factList, glance, heading, jsonFence, listPage, page } from "../../../mcp/markdown.ts";
import { pageNumber, pageSize } from "../../../mcp/paging.ts";
import { defineTool } from "../../../mcp/tool.ts";
import { type GateDecisionSummary, gate, gateDecisionFilters, gateDecisionOperations } from "./model.ts";
import { toolText as words } from "./tool-text.ts";

const searchDecisions = defineTool({
  name: "search_gate_decisions",
  description: words.search,
  effect: "read",
  input: z.object({
    id: z.number().int().positive().optional().describe("One decision, with its entry"),
    ...gateDecisionFilters,
    gate: gate.optional(),
    artifact_url: gateDecisionFilters.artifact_url.describe("Exactly this address"),
    artifact_query: gateDecisionFilters.artifact_query.describe("A part of the address"),
    query: gateDecisionFilters.query.describe("Words that all occur in the decision"),
    with_human_feedback: z.boolean().optional(),
    page: pageNumber,
    per_page: pageSize,
  }),
  async run({ id, ...query }, { call }) {
    if (id !== undefined) {
      const facts = await call(gateDecisionOperations.getGateDecision, { params: { id: String(id) } });
      const { gate_decision: decision } = facts;
      return { text: page(heading(2, words.one), block(decision), jsonFence(decision.payload)), facts };
    }
    const facts = await call(gateDecisionOperations.listGateDecisions, { query });
    const total = facts.pagination.total_count ?? 0;
    return { text: listPage(words, total, facts.gate_decisions.map(block)), facts };
  },
});

const recordDecision = defineTool({
  name: "record_gate_decision",
  description: words.record,
  effect: "add",
  input: z.object({
    gate,
    surface: z.string().min(1).max(200).describe("The part of the product that it is about"),
    entry: z.record(z.string(), z.unknown()).describe(words.entry),
  }),
  async run(body, { call }) {
    const facts = await call(gateDecisionOperations.recordGateDecision, { body });
    const dropped = facts.human_feedback_dropped ? words.dropped : null;
    return { text: page(heading(2, words.recorded), block(facts.gate_decision), dropped), facts };
  },
});

/** Of the group `gate_decisions`. Feedback is for people, so it has no tool. */
export const gateDecisionTools = [searchDecisions, recordDecision] as const;

function block(decision: GateDecisionSummary): string {
  const facts: Fact[] = [
    ["Id", decision.id],
    ["Gate", decision.gate],
    ["Decision", decision.decision],
    ["Decided", decision.decided_at],
    ["Surface", decision.surface],
    ["Artifact", decision.artifact_url],
    ["Session", decision.writing_session_id],
    ...decision.human_feedback.map(
      ({ verdict, author, note }): Fact => [
        "Feedback",
        `${words.feedback(verdict, author)}${note === null ? "" : `. ${glance(note, 300)}`}`,
      ],
    ),
  ];
  return page(heading(3, decision.title ?? decision.artifact_url), factList(facts));
}
