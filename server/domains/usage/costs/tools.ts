import { z } from "zod";
import { dateBound } from "../../../lib/date-bounds.ts";
import { defineRefusals } from "../../../lib/errors.ts";
import { factList, heading, page } from "../../../mcp/markdown.ts";
import { sessionReference, type Target } from "../../../mcp/target.ts";
import { defineTool, type Tool } from "../../../mcp/tool.ts";
import { type CostReport, costOperations } from "./model.ts";
import { text } from "./text.ts";

const refusal = defineRefusals({
  own_only: { status: 422, label: "Not your session", message: text.ownOnly },
  root_needed: { status: 422, label: "Not allowed", message: text.rootNeeded },
});

/** X32. What is neither is refused, unlike in the API, where it counts as missing. */
const date = z
  .string()
  .refine((given) => dateBound(given, "start") !== null, "must be a date or an instant in ISO 8601")
  .optional();
const windowFields = {
  days: z.number().int().optional().describe(text.days),
  from: date.describe(text.from),
  to: date.describe(text.to),
};
const fields = z.object({
  ...windowFields,
  agent_root: z.string().min(1).max(500).optional().describe(text.agentRoot),
  session_id: sessionReference.optional().describe(text.session),
});

/** `idOf` finds a session by its id or slug. */
export const costTool = (idOf: (reference: string) => number): Tool<"get_costs"> =>
  defineTool({
    name: "get_costs",
    description: text.getCosts,
    effect: "read",
    input: fields,
    async run({ session_id, agent_root, days, ...bounds }, { call, roots }) {
      if (roots !== null && (agent_root === undefined || !roots.includes(agent_root)))
        throw refusal("root_needed");
      const facts = await call(costOperations.getCosts, {
        query: {
          ...bounds,
          ...(days !== undefined && { days }),
          ...(agent_root !== undefined && { agent_root }),
          ...(session_id !== undefined && roots === null && { session_id: String(idOf(String(session_id))) }),
        },
      });
      return { text: reportPage(facts), facts };
    },
  });

/** R177: only of the caller's own session. */
export const ownCostTool = (target: Target): Tool<"get_costs"> =>
  defineTool({
    name: "get_costs",
    description: text.getOwnCosts,
    effect: "read",
    input: fields,
    async run({ session_id, agent_root, days, ...bounds }, caller) {
      if (agent_root !== undefined) throw refusal("own_only");
      const facts = await caller.call(costOperations.getCosts, {
        query: { ...bounds, ...(days !== undefined && { days }), session_id: target(session_id, caller) },
      });
      return { text: reportPage(facts), facts };
    },
  });

const dollars = (usd: number): string => `$${usd.toFixed(usd > 0 && usd < 1 ? 4 : 2)}`;

function reportPage(report: CostReport): string {
  const { totals, window, ledger_coverage: coverage, unpriced_models: unpriced } = report;
  const share = totals.cache_hit_share;
  return page(
    heading(2, text.heading),
    factList([
      [text.window, `${window.label} (${window.from} to ${window.to})`],
      [text.total, dollars(totals.cost_usd)],
      [text.tokens, totals.tokens],
      [text.calls, totals.api_calls],
      [text.cached, share === null ? null : `${Math.round(share * 100)}%`],
      [text.unpriced, unpriced.length === 0 ? null : unpriced.join(", ")],
    ]),
    totals.api_calls === 0 ? text.nothing : null,
    section(
      text.byRoot,
      report.by_agent_root.map(({ agent_root: root, cost_usd: usd }) => [root ?? text.noRoot, dollars(usd)]),
    ),
    section(
      text.byModel,
      report.by_model.map(({ model, cost_usd: usd }) => [model, dollars(usd)]),
    ),
    section(
      text.byFeature,
      report.by_feature.map(({ label, cost_usd: usd, tokens }) => [
        label,
        `${dollars(usd)}, ${tokens} tokens`,
      ]),
    ),
    section(
      text.experiments,
      report.experiments
        .filter(({ on, off }) => on.sessions + off.sessions > 0)
        .map(({ title, per_call_change_pct: percent, on, off }) => [
          title,
          text.perCall(percent, on.sessions, off.sessions),
        ]),
    ),
    section(
      text.topSessions,
      report.top_sessions.map(({ session_id: id, title, cost_usd: usd }) => [
        id === null ? title : `${title} (ID: ${id})`,
        dollars(usd),
      ]),
    ),
    coverage.status === "running" || coverage.status === "queued"
      ? text.partial(coverage.progress_pct)
      : null,
    report.pricing.note,
  );
}

const section = (title: string, facts: [string, string][]): string | null =>
  facts.length === 0 ? null : page(heading(3, title), factList(facts));
