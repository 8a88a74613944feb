import { z } from "zod";
import { factList, heading, page } from "../../../mcp/markdown.ts";
import { defineTool, type Tool } from "../../../mcp/tool.ts";
import { schedulingClass } from "../../sessions/sessions/model.ts";
import { quickStartRefusal } from "./errors.ts";
import { words } from "./model.ts";
import type { QuickStartService } from "./service.ts";
import { text } from "./text.ts";

/** Of the group `sessions`. What an agent passes on does not count as a person's own words. */
export const quickRouterTool = ({ root, start }: QuickStartService): Tool<"quick_router"> =>
  defineTool({
    name: "quick_router",
    description: text.tool.description,
    effect: "add",
    input: z.object({
      prompt: words.describe(text.tool.prompt),
      context: z.string().optional().describe(text.tool.context),
      context_url: z.string().optional().describe(text.tool.contextUrl),
      scheduling_class: schedulingClass.optional().describe(text.tool.schedulingClass),
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
          defaultClass: scheduling_class ?? (isConnection ? "priority" : null),
          isHumanText: false,
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
      const facts = { session_id: id, session: { id, slug, title, status } };
      return { text: page(heading(2, text.tool.started), list, text.tool.next), facts };
    },
  });
