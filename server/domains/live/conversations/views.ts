import { instant, instantOrNull } from "../../../lib/instant.ts";
import type { LiveMode } from "../settings/model.ts";
import { type ConversationTurn, cardSeconds, type LiveCard, type LiveConversation } from "./model.ts";
import type { LiveValues } from "./ports.ts";
import type { ConversationRow, TurnRow } from "./store.ts";
import { text } from "./text.ts";

/** The MCP server whose tools the conversation has. */
const ownServer = "signalbox";

export const modelOf = (mode: LiveMode, values: LiveValues): string =>
  String(values[mode === "voice" ? "voice_model" : "text_model"]);

export const isExpired = ({ createdAt }: Pick<TurnRow, "createdAt">, now: number): boolean =>
  now >= createdAt + cardSeconds * 1_000;

export function conversationView(
  row: ConversationRow,
  of: { values: LiveValues; responding: boolean; costDollars: number },
): LiveConversation {
  return {
    id: row.id,
    mode: row.mode,
    voice: row.mode === "voice",
    label: text.label,
    mode_label: text.modes[row.mode],
    status: row.status,
    title: row.title,
    agent_root: row.agentRoot,
    model: modelOf(row.mode, of.values),
    instructions_source: row.rootInstructions === null ? "service_default" : "agent_root",
    mode_styles: { text: "service_default", voice: "service_default" },
    mcp_servers: [ownServer],
    call: row.callNumber,
    responding: of.responding,
    error_message: row.errorMessage,
    created_at: instant(row.createdAt),
    updated_at: instant(row.updatedAt),
    last_activity_at: instant(row.lastActivityAt),
    ended_at: instantOrNull(row.endedAt),
    cost_dollars: of.costDollars,
  };
}

export const turnView = (row: TurnRow, now: number): ConversationTurn => ({
  id: row.id,
  role: row.role,
  source: row.source,
  content: row.content,
  tool_name: row.toolName,
  call_id: row.callId,
  tool_arguments: row.toolArguments,
  tool_output: row.toolOutput,
  tool_error: row.toolError,
  created_at: instant(row.createdAt),
  position: row.position,
  interrupted: row.interrupted,
  unheard: row.unheard,
  reply: row.reply,
  reply_error: row.replyError,
  card: cardView(row, now),
  session_ids: row.sessionIds,
});

function cardView(row: TurnRow, now: number): LiveCard | null {
  const { cardReason: reason, cardAct: act, toolState } = row;
  if (reason === null || act === null) return null;
  const isWaiting = toolState === "card";
  const state =
    toolState === "refused" ? "refused" : !isWaiting ? "done" : isExpired(row, now) ? "expired" : "open";
  return { state, act, reason, expires_at: instant(row.createdAt + cardSeconds * 1_000) };
}
