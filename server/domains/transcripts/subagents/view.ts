import { instant } from "../../../lib/instant.ts";
import type { SubagentTranscript } from "./model.ts";
import { displayLabel, formattedDuration, formattedTokens } from "./rules.ts";
import type { SubagentRow } from "./store.ts";

export const subagentView = (row: SubagentRow): SubagentTranscript => ({
  id: row.id,
  session_id: row.sessionId,
  agent_id: row.agentId,
  tool_use_id: row.toolUseId,
  filename: row.filename,
  message_count: row.messageCount,
  subagent_type: row.subagentType,
  description: row.description,
  status: row.status,
  duration_ms: row.durationMs,
  total_tokens: row.totalTokens,
  tool_use_count: row.toolUseCount,
  formatted_duration: formattedDuration(row.durationMs),
  formatted_tokens: formattedTokens(row.totalTokens),
  display_label: displayLabel(row),
  created_at: instant(row.createdAt),
  updated_at: instant(row.updatedAt),
});
