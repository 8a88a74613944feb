import { z } from "zod";
import { invalid } from "../../../lib/errors.ts";
import type { McpCaller } from "../../../mcp/caller.ts";
import { factList, glance, heading, listPage, page } from "../../../mcp/markdown.ts";
import { pageNumber, pageSize } from "../../../mcp/paging.ts";
import { sessionReference } from "../../../mcp/target.ts";
import { defineTool, type ToolAnswer } from "../../../mcp/tool.ts";
import { type GoalReport, goalReportOperations } from "../goal-reports/model.ts";
import {
  type OutcomeSummary,
  outcomeKinds,
  outcomeOperations,
  type Segment,
  schemaVersion,
} from "./model.ts";
import { toolText as words } from "./tool-text.ts";

const filter = z.string().min(1).max(500).optional();

const input = z.object({
  view: z.enum(["analysis", "list", "goal_checks"]).default("analysis"),
  session_id: sessionReference.optional().describe(words.session),
  from: filter.describe("When the session was created: a date or an instant"),
  to: filter,
  agent_root: filter,
  agent_runtime: filter,
  model: filter,
  outcome: z.enum(outcomeKinds).optional(),
  page: pageNumber,
  per_page: pageSize,
});

const getAnalysis = defineTool({
  name: "get_outcome_analysis",
  description: words.get,
  effect: "read",
  input,
  run({ view, session_id, ...query }, { call }) {
    if (view === "goal_checks") return goalReport(query, call);
    if (view === "list") return listed(query, call);
    if (session_id === undefined) throw invalid(words.needsSession);
    return analyzed(String(session_id), call);
  },
});

const saveAnalysis = defineTool({
  name: "save_outcome_analysis",
  description: words.save,
  effect: "add",
  input: z.object({
    session_id: sessionReference,
    schema_version: z.string().default(schemaVersion),
    root: z.record(z.string(), z.unknown()).describe(words.root),
    notes: z.string().max(1_000).optional(),
  }),
  async run(body, { call }) {
    const facts = await call(outcomeOperations.saveOutcomeAnalysis, { body });
    const { outcome_analysis: analysis, superseded_previous: superseded } = facts;
    return {
      text: page(heading(2, words.saved), block(analysis), superseded ? words.superseded : null),
      facts,
    };
  },
});

/** Of the group `outcome_analyses`. */
export const outcomeTools = [getAnalysis, saveAnalysis] as const;

type Query = Omit<z.output<typeof input>, "view" | "session_id">;

async function analyzed(id: string, call: McpCaller["call"]): Promise<ToolAnswer> {
  const facts = await call(outcomeOperations.getOutcomeAnalysis, { params: { id } });
  const { outcome_analysis: analysis } = facts;
  const tree = lines(analysis.root, 0).join("\n");
  return { text: page(heading(2, words.one), block(analysis), tree), facts };
}

async function goalReport(query: Query, call: McpCaller["call"]): Promise<ToolAnswer> {
  const { from, to, agent_root, agent_runtime, model } = query;
  const facts = await call(goalReportOperations.getGoalChecks, {
    query: { from, to, agent_root, agent_runtime, model },
  });
  const { window, verdicts } = facts;
  return {
    text: page(
      heading(2, words.goals),
      words.checked(facts.checked_sessions, facts.resting_sessions),
      factList([
        ["From", window.from],
        ["To", window.to],
        ["Met", verdicts.met],
        ["Unmet", verdicts.unmet],
        ["Pending", verdicts.pending],
        ["Unknown", verdicts.unknown],
      ]),
      reasonLines(words.unmet, facts.unmet_reasons),
      reasonLines(words.pending, facts.pending_reasons),
    ),
    facts,
  };
}

/** null without reasons. */
function reasonLines(title: string, reasons: GoalReport["unmet_reasons"]): string | null {
  if (reasons.length === 0) return null;
  const each = reasons.map(({ criteria, sessions, sample_session_ids: samples }) =>
    words.reason(criteria.join(", "), sessions, samples.join(", ")),
  );
  return page(heading(3, title), each.join("\n"));
}

async function listed(query: Query, call: McpCaller["call"]): Promise<ToolAnswer> {
  const facts = await call(outcomeOperations.listOutcomeAnalyses, { query });
  const total = facts.pagination.total_count ?? 0;
  return { text: listPage(words, total, facts.outcome_analyses.map(block)), facts };
}

function lines({ id, goal, outcome, children }: Segment, level: number): string[] {
  const what = `${outcome.kind}. ${glance(outcome.explanation, 140)}`;
  const own = `${"  ".repeat(level)}- ${words.segment(id, glance(goal.text, 200), what)}`;
  return [own, ...children.flatMap((child) => lines(child, level + 1))];
}

const block = (analysis: OutcomeSummary): string =>
  page(
    heading(3, words.sessionTitle(analysis.session_id)),
    factList([
      ["Outcome", analysis.root_outcome],
      ["Segments", words.counts(analysis.segment_count, analysis.failure_segment_count)],
      ["Agent root", analysis.agent_root],
      ["Runtime", analysis.agent_runtime],
      ["Model", analysis.model],
      ["Analyzed", analysis.analyzed_at],
      ["Notes", analysis.notes === null ? null : glance(analysis.notes, 300)],
    ]),
  );
