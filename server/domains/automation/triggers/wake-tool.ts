import { z } from "zod";
import type { McpCaller } from "../../../mcp/caller.ts";
import { factList, heading, page } from "../../../mcp/markdown.ts";
import { sessionReference, type Target, targetField } from "../../../mcp/target.ts";
import { defineTool, type Tool } from "../../../mcp/tool.ts";
import type { SessionRow, SessionService } from "../../sessions/sessions/index.ts";
import { promptText } from "../../sessions/sessions/model.ts";
import { triggerRefusal } from "./errors.ts";
import { type SessionEventName, sessionEvent, triggerOperations } from "./model.ts";

const description = [
  "Gives a session a prompt when another session needs input, fails or is archived, so that it waits without",
  "running or asking again and again: call it once for each of the events that you care about, usually all three,",
  "add wake_me_up_later as a deadline, then end your turn. A session that archives itself when it is done never",
  "needs input, so one event alone may never come. Needing input counts once it has lasted half a minute; where the",
  "session needs input already, the wake comes at once. Should the watched session be archived or deleted first and",
  "nothing else be set to wake you, you are told so.",
].join(" ");

const next = [
  "End your turn now: the session sleeps until the wake comes.",
  "Should a turn be running then, the prompt is queued and goes next.",
  "It comes once, and when any wake of the session fires, its other wakes end with it: set anew those still needed.",
].join(" ");

/** "Wake me when that session changes": a trigger with one condition, made as any caller could make it. */
export const stateWakeTool = ({ find }: Pick<SessionService, "find">, target: Target): Tool =>
  defineTool({
    name: "wake_me_up_when_session_changes_state",
    description,
    effect: "add",
    input: z.object({
      session_id: targetField,
      watched_session_id: sessionReference.describe("The id or slug of the session to watch, whosever it is"),
      event_name: sessionEvent,
      prompt: promptText
        .refine((value) => value.trim() !== "", "The prompt is blank")
        .describe("What the session is to read then; {{event}} becomes a sentence that says what happened"),
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
        text: page(heading(2, "Wake-Up Scheduled Successfully"), list, next),
        facts: { trigger, message: next },
      };
    },
  });

/** Refuses what could never come to a wake. */
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
