import { z } from "zod";
import { Refusal } from "../../../lib/errors.ts";
import type { McpCaller } from "../../../mcp/caller.ts";
import { glance, heading, oneLine, page } from "../../../mcp/markdown.ts";
import { defineTool } from "../../../mcp/tool.ts";
import { mergeOperations } from "../../review/pull-requests/model.ts";
import { inferenceOperations } from "../../scheduling/inference/model.ts";
import { needingPerson } from "../../sessions/attention/model.ts";
import { elicitationOperations } from "../../sessions/elicitations/model.ts";
import { needyKinds, type Session, sessionOperations } from "../../sessions/sessions/model.ts";
import { overviewOperations } from "../overview/model.ts";
import { text } from "./text.ts";

const shown = 12;
const reasonLength = 300;
const questionLength = 600;
const mostMerges = 20;

/** The sessions that need a person, in the order of the board, with their open questions. */
const whatNeedsMe = defineTool({
  name: "what_needs_me",
  description: text.needs.description,
  effect: "read",
  input: z.object({}),
  async run(_input, { call }) {
    const query = { view: "user", attention: [...needyKinds], per_page: 100 };
    const { sessions } = await call(sessionOperations.listSessions, { query });
    const needy = needingPerson(sessions, Date.now());
    const first = needy.slice(0, shown);
    const blocks = await Promise.all(first.map((session) => sessionLines(session, call)));
    const more = needy.length > shown ? text.needs.more(needy.length - shown) : null;
    const list = blocks.length === 0 ? text.needs.nothing : blocks.map(({ lines }) => lines).join("\n");
    return {
      text: page(heading(2, text.needs.heading), list, more),
      facts: { sessions: first, questions: blocks.flatMap(({ questions }) => questions) },
    };
  },
});

async function sessionLines({ id, title, attention }: Session, call: McpCaller["call"]) {
  const reason = glance(attention?.reason ?? "", reasonLength);
  const line = text.needs.session({ id, title: oneLine(title), kind: attention?.kind ?? "", reason });
  if (attention?.kind !== "question") return { lines: line, questions: [] };
  const { elicitations } = await call(elicitationOperations.listElicitations, { params: { id: String(id) } });
  const questions = elicitations.map(({ request_id, message }) =>
    text.needs.question(request_id, glance(message, questionLength)),
  );
  return { lines: [line, ...questions].join("\n"), questions: elicitations };
}

const getQuota = defineTool({
  name: "get_quota",
  description: text.quota.description,
  effect: "read",
  input: z.object({}),
  async run(_input, { call }) {
    const { runtimes } = await call(inferenceOperations.getInference, {});
    const pools = await Promise.all(
      runtimes.map(async ({ id, label }) => {
        const { pool } = await call(inferenceOperations.getInference, { query: { runtime: id } });
        return { runtime: id, label, pool };
      }),
    );
    const lines = pools.map(({ label, pool }) =>
      text.quota.line({
        label,
        accounts: pool.total,
        fiveHour: share(pool.five_hour_utilization),
        week: share(pool.weekly_utilization),
        next: pool.capacity_now ? null : pool.next_capacity_at,
      }),
    );
    return { text: page(heading(2, text.quota.heading), lines.join("\n")), facts: { pools } };
  },
});

const share = (value: number | null): string =>
  value === null ? text.quota.unknown : text.quota.share(value);

/** Pull requests that are open, with their checks, by session. */
const listPullRequests = defineTool({
  name: "list_pull_requests",
  description: text.pullRequests.description,
  effect: "read",
  input: z.object({}),
  async run(_input, { call }) {
    const { row_facts } = await call(overviewOperations.rowFacts, {});
    const found = Object.entries(row_facts).flatMap(([id, { pull_requests }]) =>
      pull_requests.flatMap((one) => (one.state === "open" ? [{ session_id: Number(id), ...one }] : [])),
    );
    const lines = found.map((one) => text.pullRequests.line({ ...one, title: glance(one.title ?? "", 120) }));
    return {
      text: page(heading(2, text.pullRequests.heading), lines.join("\n") || text.pullRequests.none),
      facts: { pull_requests: found, sessions: found.map(({ session_id: id }) => ({ id })) },
    };
  },
});

/** Each session is allowed to merge its newest pull request; one that is not green is refused with the reason. */
const mergePullRequests = defineTool({
  name: "merge_pull_requests",
  description: text.merge.description,
  effect: "destroy",
  input: z.object({
    session_ids: z.array(z.number().int()).min(1).max(mostMerges).describe(text.merge.sessionIds),
  }),
  async run({ session_ids: ids }, { call }) {
    const outcomes: { session_id: number; outcome: string; message: string }[] = [];
    for (const id of new Set(ids)) {
      const outcome = await call(mergeOperations.authorizeMerge, { params: { id: String(id) } }).catch(
        (error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
          return { outcome: "refused", message: error.messages.join(" ") };
        },
      );
      outcomes.push({ session_id: id, outcome: outcome.outcome, message: outcome.message });
    }
    return {
      text: page(heading(2, text.merge.heading), outcomes.map(text.merge.line).join("\n")),
      facts: { outcomes },
    };
  },
});

/** Tools that only live conversations have, beside those of /mcp. */
export const fleetTools = [whatNeedsMe, getQuota, listPullRequests, mergePullRequests] as const;
