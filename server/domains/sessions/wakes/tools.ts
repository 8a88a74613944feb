import { factList, heading, page } from "../../../mcp/markdown.ts";
import { type Target, targetField } from "../../../mcp/target.ts";
import { defineTool, type Tool } from "../../../mcp/tool.ts";
import { wakeRequest } from "./model.ts";
import type { WakeService } from "./service.ts";
import { text } from "./text.ts";

const { shape } = wakeRequest;

const description = [
  "Gives a session a prompt at a later time, so that it can wait without running: call it, then end your turn.",
  "The session sleeps until then. It can have several wakes, and the first to fire ends the others;",
  "a message that arrives earlier does not end them.",
].join(" ");

export const wakeTool = ({ arm }: Pick<WakeService, "arm">, target: Target): Tool<"wake_me_up_later"> =>
  defineTool({
    name: "wake_me_up_later",
    description,
    effect: "add",
    input: wakeRequest.extend({
      session_id: targetField,
      wake_at: shape.wake_at.describe(
        "YYYY-MM-DDTHH:MM[:SS] in local time of the timezone, without an offset",
      ),
      timezone: shape.timezone.describe("An IANA time zone name, such as Europe/Berlin"),
      prompt: shape.prompt.describe("The prompt that the session gets at that time"),
    }),
    run({ session_id, ...request }, caller) {
      const wake = arm(target(session_id, caller), request);
      const list = factList([
        ["Session", wake.session_id],
        ["Wake", wake.id],
        ["At", wake.wake_at],
      ]);
      // Some clients show their model only the facts.
      return {
        text: page(heading(2, text.scheduledHeading), list, text.nextStep),
        facts: { wake, message: text.nextStep },
      };
    },
  });
