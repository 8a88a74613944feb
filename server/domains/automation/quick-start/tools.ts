import { z } from "zod";
import { factList, heading, page } from "../../../mcp/markdown.ts";
import { defineTool, type Tool } from "../../../mcp/tool.ts";
import { schedulingClass } from "../../sessions/sessions/model.ts";
import { quickStartRefusal } from "./errors.ts";
import { words } from "./model.ts";
import type { QuickStartService } from "./service.ts";

/** Of the group `sessions`. What an agent passes on is nobody's own words. */
export const quickRouterTool = ({ root, start }: QuickStartService): Tool =>
  defineTool({
    name: "quick_router",
    description:
      "Starts a session from a request alone: its agent finds out which repository the work belongs to and sees that it is done. " +
      "Begin here unless you know the agent root; then start_session.",
    effect: "add",
    input: z.object({
      prompt: words.describe("What is wanted, in the person's own words"),
      context: z
        .string()
        .optional()
        .describe("What the person looks at, as text; the first 50,000 characters count"),
      context_url: z.string().optional().describe("Where that stands"),
      scheduling_class: schedulingClass.optional().describe("spot: at the top of the spot queue"),
    }),
    async run({ prompt, context, context_url, scheduling_class }, { actor, sessionId, roots }) {
      if (roots !== null && !roots.includes(root)) throw quickStartRefusal("root_not_open", { name: root });
      const isConnection = actor.kind === "mcp_client" || actor.kind === "native";
      const session = await start(
        {
          prompt,
          page_context: context,
          page_url: context_url,
          scheduling_class,
          parent_session_id: sessionId,
        },
        {
          actor,
          genesis: "api",
          source: "mcp",
          usualClass: scheduling_class ?? (isConnection ? "priority" : null),
          isPersons: false,
          cameFrom: null,
        },
      );
      const { id, title, status, slug } = session;
      const list = factList([
        ["ID", id],
        ["Title", title],
        ["Status", status],
        ["Agent Root", root],
      ]);
      const next = "Its first turn is queued and begins by itself. Do not poll it.";
      const facts = { session_id: id, session: { id, slug, title, status } };
      return { text: page(heading(2, "Session Started Successfully"), list, next), facts };
    },
  });
