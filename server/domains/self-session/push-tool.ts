import { z } from "zod";
import { heading, page } from "../../mcp/markdown.ts";
import { defineTool, type Tool } from "../../mcp/tool.ts";
import { holdToOwn } from "./action-tool.ts";
import type { ActingDeps, SelfContext } from "./ports.ts";

export const pushTool = ({ push, redact }: ActingDeps): Tool<SelfContext> =>
  defineTool({
    name: "send_push_notification",
    description:
      "Puts a short message into the person's inbox. For what cannot wait until they look by themselves.",
    group: "self_session",
    write: true,
    input: z.object({
      session_id: z.number().int().optional().describe("Your own session, which it is when left out"),
      message: z.string().trim().min(1).max(500),
    }),
    run({ session_id, message }, { sessionId }: SelfContext) {
      holdToOwn(session_id, sessionId);
      push(sessionId, redact(message));
      const sentence = "The message is in the person's inbox.";
      return { text: page(heading(2, "Notification Sent"), sentence), facts: { session_id: sessionId } };
    },
  });
