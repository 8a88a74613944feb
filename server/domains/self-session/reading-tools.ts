import { z } from "zod";
import { factList, heading, page } from "../../mcp/markdown.ts";
import { pageNumber, pageSize } from "../../mcp/paging.ts";
import { defineTool, type Tool, type ToolAnswer } from "../../mcp/tool.ts";
import { type Session, type SessionsFound, sessionStatus } from "../sessions/model.ts";
import { getSession } from "./get-session-tool.ts";
import type { ReadingDeps, SelfContext } from "./ports.ts";
import { glance } from "./rules.ts";

const group = "self_session";

/** What only looks; every session may be looked at. */
export const readingTools = (deps: ReadingDeps): Tool<SelfContext>[] => [
  getSession(deps),
  searchSessions(deps),
  getConfigs(deps),
];

const searchSessions = (deps: ReadingDeps): Tool<SelfContext> =>
  defineTool({
    name: "quick_search_sessions",
    description:
      "Finds sessions by one literal substring of their titles and metadata, newest first; with search_contents also " +
      "of their transcripts. Archived ones only with show_archived.",
    group,
    write: false,
    input: z.object({
      query: z.string().min(1).max(1_000),
      status: sessionStatus.optional(),
      agent_runtime: z.string().optional(),
      show_archived: z.boolean().optional(),
      search_contents: z.boolean().optional(),
      scan_cursor: z.string().optional().describe("Where a search of transcripts goes on"),
      page: pageNumber,
      per_page: pageSize,
    }),
    async run({ status, ...query }) {
      return foundSessions(await deps.search({ ...query, ...(status && { status: [status] }) }));
    },
  });

function foundSessions({ sessions, pagination, content_scan }: SessionsFound): ToolAnswer {
  const { page: at, total_pages: pages, total_count: count } = pagination;
  const facts = { sessions: sessions.map(inShort), pagination, ...(content_scan && { content_scan }) };
  const cursor = content_scan?.next_cursor ?? null;
  const next =
    cursor !== null
      ? `More with scan_cursor ${cursor}.`
      : pages !== null && at < pages
        ? `More on page ${at + 1}.`
        : "";
  const title = heading(2, "Agent Sessions");
  if (sessions.length === 0) return { text: page(title, "No session was found.", next), facts };
  const total = count ?? sessions.length;
  const found = `Found ${total} session${total === 1 ? "" : "s"} (page ${at} of ${pages ?? "many"}):`;
  return { text: page(title, found, ...sessions.map(sessionBlock), next), facts };
}

const inShort = (session: Session) => ({
  id: session.id,
  title: session.title,
  status: session.status,
  agent_runtime: session.agent_runtime,
  slug: session.slug,
  git_root: session.git_root,
  branch: session.branch,
  prompt: session.prompt === null ? null : glance(session.prompt, 100),
  mcp_servers: session.mcp_servers,
  created_at: session.created_at,
  updated_at: session.updated_at,
});

function sessionBlock(session: Session): string {
  const short = inShort(session);
  return page(
    heading(3, `${short.title} (ID: ${short.id})`),
    factList([
      ["Status", short.status],
      ["Agent Runtime", short.agent_runtime],
      ["Slug", short.slug],
      ["Repository", short.git_root],
      ["Branch", short.branch],
      ["Prompt", short.prompt],
      ["MCP Servers", short.mcp_servers.join(", ")],
      ["Created", short.created_at],
      ["Updated", short.updated_at],
    ]),
  );
}

const getConfigs = (deps: ReadingDeps): Tool<SelfContext> =>
  defineTool({
    name: "get_configs",
    description: "What a session can be made of: MCP servers, agent roots and goals of the catalog.",
    group,
    write: false,
    input: z.object({
      force_refresh: z.boolean().default(false).describe("Reads the catalog's files again first"),
    }),
    async run({ force_refresh }) {
      if (force_refresh) await deps.reloadCatalog();
      return configAnswer(deps.configs());
    },
  });

function configAnswer({ mcp_servers, agent_roots, goals }: ReturnType<ReadingDeps["configs"]>): ToolAnswer {
  const list = (title: string, items: readonly { name: string; description: string | null }[]): string =>
    page(
      heading(3, title),
      items.length === 0
        ? "None."
        : factList(items.map(({ name, description }) => [name, description ?? "–"])),
    );
  const text = page(
    heading(2, "Configurations"),
    list("MCP Servers", mcp_servers),
    list("Agent Roots", agent_roots),
    list(
      "Goals",
      goals.map(({ id, description }) => ({ name: id, description })),
    ),
    page(
      heading(3, "Usage Notes"),
      "Names are given as they stand here; a goal is given by its id or in words.",
    ),
  );
  return { text, facts: { mcp_servers, agent_roots, goals } };
}
