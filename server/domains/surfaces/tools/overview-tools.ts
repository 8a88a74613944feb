import { z } from "zod";
import { factList, glance, heading, oneLine, page } from "../../../mcp/markdown.ts";
import { pageNumber, pageSize } from "../../../mcp/paging.ts";
import { anySession, targetField } from "../../../mcp/target.ts";
import { defineTool } from "../../../mcp/tool.ts";
import { queueOperations } from "../../scheduling/queue/model.ts";
import { sessionOperations, sessionStatus } from "../../sessions/sessions/model.ts";
import { overviewOperations } from "../overview/model.ts";
import { attentionFilter } from "./fields.ts";
import { hierarchy, humanPart } from "./session-page.ts";
import { text } from "./text.ts";

export const getSessionProvenance = defineTool({
  name: "get_session_provenance",
  description:
    "Where a session comes from: its tree of sessions, and the messages that named people wrote in that tree. " +
    "Only the messages listed were recorded.",
  effect: "read",
  input: z.object({ session_id: targetField }),
  async run({ session_id }, caller) {
    const params = { id: anySession(session_id, caller) };
    const facts = await caller.call(overviewOperations.getSession, { params });
    const { session, session_hierarchy, human_messages, human_message_capture_gaps: gaps } = facts;
    const notes = gaps.map(({ reason, remedy }) => `- ${reason} ${remedy}`).join("\n");
    return {
      text: page(
        heading(2, text.provenance.heading(session.title)),
        factList([
          ["ID", session.id],
          ["Genesis", session.genesis],
          ["Parent", session.parent_session_id],
        ]),
        page(heading(3, text.session.hierarchy), hierarchy({ session_hierarchy })),
        humanPart({ human_messages }) ?? text.provenance.noMessages,
        notes === "" ? null : page(heading(3, text.provenance.gaps), notes),
      ),
      facts,
    };
  },
});

/** Longer summaries would leave room for fewer sessions. */
const longestSummary = 1_000;

export const reorderUserView = defineTool({
  name: "reorder_user_view",
  description:
    "Writes the order of the person's board: these sessions go first, in this order; all others keep theirs behind them.",
  effect: "destroy",
  idempotent: true,
  input: z.object({
    session_ids: z.array(z.number().int()).min(1).max(500).describe("The first one first"),
    reason: z.string().min(1).max(500).describe("One line on why, for the log of each session"),
  }),
  async run(body, { call }) {
    const facts = await call(queueOperations.reorderUserView, { body });
    const lines = facts.changes.map(({ id, precedence }) => text.rankChanged(id, precedence));
    const list = lines.length === 0 ? text.noRankChanged : lines.join("\n");
    return { text: page(heading(2, text.reordered), facts.message, list), facts };
  },
});

export const getUserView = defineTool({
  name: "get_user_view",
  description: "The sessions in the order of the person's board, each with its status summary.",
  effect: "read",
  input: z.object({
    status: z.array(sessionStatus).optional(),
    attention: attentionFilter,
    priority_class: z.string().optional(),
    agent_root: z.string().optional(),
    visibility: z.string().optional(),
    summary_chars: z
      .number()
      .int()
      .min(0)
      .max(longestSummary)
      .default(280)
      .describe("Characters of each summary in the text"),
    page: pageNumber,
    per_page: pageSize,
  }),
  async run({ summary_chars: chars, ...filters }, { call }) {
    const query = { ...filters, view: "user", include: ["board_row"] };
    const facts = await call(sessionOperations.listSessions, { query });
    const lines = facts.sessions.map(({ id, title, status, attention }, index) => {
      const summary = facts.board_rows?.[id]?.status_summary ?? "";
      const short = summary === "" || chars === 0 ? "" : `: ${glance(summary, chars)}`;
      return `${index + 1}. ${oneLine(title)} (ID: ${id}, ${status}${attention ? `, ${attention.kind}` : ""})${short}`;
    });
    const list = lines.length === 0 ? text.board.none : lines.join("\n");
    return { text: page(heading(2, text.board.heading), list), facts };
  },
});
