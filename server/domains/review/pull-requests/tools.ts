import { z } from "zod";
import { factList, heading, page } from "../../../mcp/markdown.ts";
import { defineTool } from "../../../mcp/tool.ts";
import { noticeKinds, noticeOperations } from "./model.ts";
import { text } from "./text.ts";

const choice = z.enum(["on", "off", "default"]).optional();

const actionNotices = defineTool({
  name: "action_pull_request_notices",
  description: [
    "Which messages a session gets about the pull requests that it opened: when one is merged, conflicts, has failed checks,",
    "or gets comments. Sets the kinds that you send; default leaves one to the service's defaults.",
  ].join(" "),
  effect: "destroy",
  idempotent: true,
  input: z.object({
    session_id: z.number().int(),
    merged: choice,
    conflicts: choice,
    checks: choice,
    comments: choice,
  }),
  async run({ session_id, ...chosen }, { call }) {
    const params = { id: String(session_id) };
    const body = Object.fromEntries(
      noticeKinds.flatMap((kind) => {
        const wish = chosen[kind];
        return wish === undefined ? [] : [[kind, wish === "default" ? null : wish === "on"]];
      }),
    );
    const facts = await call(noticeOperations.changeSessionNotices, { params, body });
    const lines = factList(
      noticeKinds.map((kind) => [
        text.noticeKinds[kind],
        facts.effective[kind] ? text.noticeOn : text.noticeOff,
      ]),
    );
    return { text: page(heading(2, text.noticesOf(session_id)), lines), facts };
  },
});

export const noticeTools = [actionNotices] as const;
