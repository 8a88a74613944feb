import { factList, heading, page } from "../../../mcp/markdown.ts";
import { type Target, targetField } from "../../../mcp/target.ts";
import { defineTool, type Tool } from "../../../mcp/tool.ts";
import { wakeRequest } from "./model.ts";
import type { WakeService } from "./service.ts";

const { shape } = wakeRequest;

const description = [
  "Gives a session a prompt at a later time, so that it waits for a machine without running: arm it, then end your turn.",
  "The session sleeps until then. Wakes add up, and the first to fire ends the others;",
  "a message that comes before leaves them armed.",
].join(" ");

const next = [
  "End your turn now: the session sleeps until the wake comes.",
  "Should a turn be running then, the prompt is queued and goes next.",
  "When this wake fires, the session's other wakes end with it.",
].join(" ");

export const wakeTool = ({ arm }: Pick<WakeService, "arm">, target: Target): Tool =>
  defineTool({
    name: "wake_me_up_later",
    description,
    effect: "add",
    input: wakeRequest.extend({
      session_id: targetField,
      wake_at: shape.wake_at.describe(
        "YYYY-MM-DDTHH:MM[:SS] as clocks in the timezone show it, without an offset",
      ),
      timezone: shape.timezone.describe("A name of the IANA database, such as Europe/Berlin"),
      prompt: shape.prompt.describe("What the session is to read then"),
    }),
    run({ session_id, ...request }, caller) {
      const wake = arm(target(session_id, caller), request);
      const list = factList([
        ["Session", wake.session_id],
        ["Wake", wake.id],
        ["At", wake.wake_at],
      ]);
      // Some clients show their model the facts alone.
      return {
        text: page(heading(2, "Wake-Up Scheduled Successfully"), list, next),
        facts: { wake, message: next },
      };
    },
  });
