import { z } from "zod";
import { factList, heading, page } from "../../mcp/markdown.ts";
import { defineTool, type Tool } from "../../mcp/tool.ts";
import { wakeRequest } from "../wakes/model.ts";
import { holdToOwn } from "./action-tool.ts";
import type { ActingDeps, SelfContext } from "./ports.ts";

const { shape } = wakeRequest;

const description = [
  "Gives you a prompt at a later time, so that you wait for a machine without running: arm it, then end your turn.",
  "The session sleeps until then. Wakes add up, and the first to fire ends the others;",
  "a message that comes before leaves them armed.",
].join(" ");

const next = [
  "End your turn now: the session sleeps until the wake comes.",
  "Should a turn be running then, the prompt is queued and goes next.",
  "When this wake fires, your other wakes end with it.",
].join(" ");

export const wakeTool = ({ wakes, redact }: ActingDeps): Tool<SelfContext> =>
  defineTool({
    name: "wake_me_up_later",
    description,
    group: "self_session",
    write: true,
    input: wakeRequest.extend({
      session_id: z.number().int().optional().describe("Your own session, which it is when left out"),
      wake_at: shape.wake_at.describe(
        "YYYY-MM-DDTHH:MM[:SS] as clocks in the timezone show it, without an offset",
      ),
      timezone: shape.timezone.describe("A name of the IANA database, such as Europe/Berlin"),
      prompt: shape.prompt.describe("What you are to read then"),
    }),
    run({ session_id, prompt, ...when }, { sessionId }: SelfContext) {
      holdToOwn(session_id, sessionId);
      const wake = wakes.arm(String(sessionId), { ...when, prompt: redact(prompt) });
      const list = factList([
        ["Session", wake.session_id],
        ["Wake", wake.id],
        ["At", wake.wake_at],
      ]);
      return { text: page(heading(2, "Wake-Up Scheduled Successfully"), list, next), facts: { wake } };
    },
  });
