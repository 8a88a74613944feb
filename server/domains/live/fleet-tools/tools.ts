import { z } from "zod";
import type { McpCaller } from "../../../mcp/caller.ts";
import { glance, heading, oneLine, page } from "../../../mcp/markdown.ts";
import { defineTool } from "../../../mcp/tool.ts";
import { inferenceOperations } from "../../scheduling/inference/model.ts";
import { elicitationOperations } from "../../sessions/elicitations/model.ts";
import { needsPerson, type Session, sessionOperations } from "../../sessions/sessions/model.ts";
import { text } from "./text.ts";

const shown = 12;
const reasonLength = 300;
const questionLength = 600;

/** The sessions that need a person, in the order of the board, with their open questions. */
const whatNeedsMe = defineTool({
  name: "what_needs_me",
  description: text.needs.description,
  effect: "read",
  input: z.object({}),
  async run(_input, { call }) {
    const query = { view: "user", attention: ["question", "failed", "review"], per_page: 100 };
    const { sessions } = await call(sessionOperations.listSessions, { query });
    const needy = sessions.filter(({ attention }) => needsPerson(attention?.kind));
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

/** Tools that only live conversations have, beside those of /mcp. */
export const fleetTools = [whatNeedsMe, getQuota] as const;
