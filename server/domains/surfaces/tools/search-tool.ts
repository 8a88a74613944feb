import { z } from "zod";
import { factList, glance, heading, page } from "../../../mcp/markdown.ts";
import { pageNumber, pageSize } from "../../../mcp/paging.ts";
import { sessionReference } from "../../../mcp/target.ts";
import { defineTool, type ToolAnswer } from "../../../mcp/tool.ts";
import {
  type Session,
  type SessionList,
  type SessionsFound,
  sessionOperations,
  sessionStatus,
} from "../../sessions/sessions/model.ts";
import { overviewOperations } from "../overview/model.ts";
import { attentionFilter } from "./fields.ts";
import { attentionLine } from "./session-page.ts";
import { text } from "./text.ts";

const input = z.object({
  id: sessionReference.optional().describe("Only this session, by id or slug"),
  query: z
    .string()
    .max(1_000)
    .optional()
    .describe("A literal substring of title or metadata; leave it out to list all"),
  search_contents: z.boolean().optional().describe("Also searches transcripts"),
  scan_cursor: z.string().optional().describe("Continues a transcript search"),
  status: z.union([sessionStatus, z.array(sessionStatus)]).optional(),
  attention: attentionFilter,
  agent_runtime: z.string().optional(),
  agent_root: z.string().optional(),
  priority_class: z.string().optional().describe("spot or priority"),
  genesis: z.string().optional().describe("Where it came from, such as web_ui, api or schedule"),
  visibility: z.string().optional().describe("visible, hidden or snoozed"),
  order: z
    .enum(["created_desc", "precedence"])
    .default("created_desc")
    .describe("Applies only without a query"),
  show_archived: z.boolean().optional(),
  page: pageNumber,
  per_page: pageSize,
});

export const searchSessions = defineTool({
  name: "quick_search_sessions",
  description:
    "Finds sessions by a literal substring of their titles and metadata, newest first; with search_contents also of " +
    "their transcripts. Without a query it lists sessions. Includes archived ones only with show_archived.",
  effect: "read",
  input,
  async run({ id, query = "", status, order, search_contents, scan_cursor, ...filters }, { call }) {
    if (id !== undefined) {
      const facts = await call(overviewOperations.getSession, { params: { id: String(id) } });
      return { text: page(heading(2, text.found.one), sessionBlock(facts.session)), facts };
    }
    const wanted = { ...filters, ...(status && { status: [status].flat() }) };
    if (query.trim() === "") {
      const view = order === "precedence" ? "ranked" : "created_desc";
      return foundSessions(await call(sessionOperations.listSessions, { query: { ...wanted, view } }));
    }
    const search = { ...wanted, query, search_contents, scan_cursor };
    return foundSessions(await call(sessionOperations.searchSessions, { query: search }));
  },
});

function foundSessions(facts: SessionList & Partial<SessionsFound>): ToolAnswer {
  const { sessions, pagination, content_scan } = facts;
  const { page: at, total_pages: pages, total_count: count } = pagination;
  const cursor = content_scan?.next_cursor ?? null;
  const next =
    cursor !== null
      ? text.found.nextCursor(cursor)
      : pages !== null && at < pages
        ? text.found.nextPage(at + 1)
        : "";
  const title = heading(2, text.found.heading);
  if (sessions.length === 0) return { text: page(title, text.found.none, next), facts };
  const sentence = text.found.count(count ?? sessions.length, at, pages);
  return { text: page(title, sentence, ...sessions.map(sessionBlock), next), facts };
}

function sessionBlock(session: Session): string {
  return page(
    heading(3, `${session.title} (ID: ${session.id})`),
    factList([
      ["Status", session.status],
      ["Attention", attentionLine(session)],
      ["Agent Runtime", session.agent_runtime],
      ["Slug", session.slug],
      ["Category", session.category?.name],
      ["Repository", session.git_root],
      ["Branch", session.branch],
      ["Prompt", session.prompt === null ? null : glance(session.prompt, 100)],
      ["MCP Servers", session.mcp_servers.join(", ")],
      ["Created", session.created_at],
      ["Updated", session.updated_at],
    ]),
  );
}
