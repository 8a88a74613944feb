import { z } from "zod";
import { actorName } from "../../../http/caller.ts";
import { factList, heading, page } from "../../../mcp/markdown.ts";
import { defineTool, type Tool } from "../../../mcp/tool.ts";
import { elicitationOperations } from "./model.ts";
import type { ElicitationService } from "./service.ts";
import { text } from "./text.ts";

const { shape } = elicitationOperations.respondToElicitation.body;

/** Over REST only a person may answer; here any caller of the tools may, and the session log names them (X9). */
export const respondToElicitation = ({
  respond,
}: Pick<ElicitationService, "respond">): Tool<"respond_to_elicitation"> =>
  defineTool({
    name: "respond_to_elicitation",
    description: "Answers a question from a session's MCP server. With accept, send the fields of its form.",
    effect: "add",
    input: z.object({
      request_id: z.string().min(1).max(200),
      action_type: shape.action_type,
      content: shape.content.describe("accept: the answer's fields by name"),
    }),
    run({ request_id, action_type, content }, { actor }) {
      const facts = respond(request_id, { action: action_type, content }, actorName(actor));
      const list = factList([
        [text.tool.request, request_id],
        [text.tool.action, facts.action],
      ]);
      return { text: page(heading(2, text.tool.answered), list), facts };
    },
  });
