import { z } from "zod";
import type { McpCaller } from "../../../mcp/caller.ts";
import { factList, heading, page } from "../../../mcp/markdown.ts";
import { sessionReference, type Target, targetField } from "../../../mcp/target.ts";
import { defineTool, type Tool } from "../../../mcp/tool.ts";
import type { SessionRow, SessionService } from "../../sessions/sessions/index.ts";
import { promptText } from "../../sessions/sessions/model.ts";
import { triggerRefusal } from "./errors.ts";
import { type SessionEventName, sessionEvent, triggerOperations } from "./model.ts";
import { text } from "./text.ts";

const description = [
  "Sends a session a prompt when another session needs input, fails or is archived, so that it can wait without",
  "running or polling. Call it once for each event that matters, usually all three, add wake_me_up_later as a",
  "deadline, then end your turn. A session that archives itself when it is done never needs input, so a wait for one",
  "event alone may never end. Needing input counts after half a minute; if the session needs input already, the wake",
  "comes at once. If the watched session is archived or deleted first and no other wake is set, the wake says so.",
].join(" ");

/** "Wake me when that session changes": a trigger with one condition, created as any caller could create it. */
export const stateWakeTool = (
  { find }: Pick<SessionService, "find">,
  target: Target,
): Tool<"wake_me_up_when_session_changes_state"> =>
  defineTool({
    name: "wake_me_up_when_session_changes_state",
    description,
    effect: "add",
    input: z.object({
      session_id: targetField,
      watched_session_id: sessionReference.describe("The id or slug of the session to watch"),
      event_name: sessionEvent,
      prompt: promptText
        .refine((value) => value.trim() !== "", "The prompt is blank")
        .describe("The prompt to send then; {{event}} is replaced by a sentence that says what happened"),
    }),
    async run({ session_id, watched_session_id, event_name: event, prompt }, caller) {
      const session = find(target(session_id, caller));
      const watched = find(String(watched_session_id));
      checkWait(session, watched, { event, caller });
      const { trigger } = await caller.call(triggerOperations.createTrigger, {
        body: {
          name: `Wake session #${session.id} on ${event} of session #${watched.id}`,
          agent_root_name: session.agentRoot ?? session.agentRuntime,
          prompt_template: prompt,
          reuse_session: true,
          last_session_id: session.id,
          conditions: [
            {
              condition_type: "ao_event",
              configuration: { event_name: event, watched_session_id: watched.id },
            },
          ],
        },
      });
      const list = factList([
        ["Session", session.id],
        ["Watched Session", watched.id],
        ["Event", event],
        ["Trigger", `${trigger.name} (ID: ${trigger.id})`],
      ]);
      return {
        text: page(heading(2, "Wake-Up Scheduled Successfully"), list, text.wakeSet),
        facts: { trigger, message: text.wakeSet },
      };
    },
  });

/** Refuses a wake that could never come. */
function checkWait(
  { id, status }: SessionRow,
  watched: SessionRow,
  { event, caller }: { event: SessionEventName; caller: McpCaller },
): void {
  if (watched.id === id) throw triggerRefusal("watches_itself");
  if (status === "failed" || status === "archived") throw triggerRefusal("never_wakes", { id, status });
  const { agentRoot } = watched;
  if (caller.roots !== null && (agentRoot === null || !caller.roots.includes(agentRoot)))
    throw triggerRefusal("watched_root", { id: watched.id, root: agentRoot ?? "(unknown)" });
  if (watched.status === "archived") throw triggerRefusal("watched_archived", { id: watched.id });
  if (watched.status === "failed" && event === "session_failed")
    throw triggerRefusal("watched_failed", { id: watched.id });
}
