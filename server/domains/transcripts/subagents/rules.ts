import type { SubagentStatus } from "./model.ts";

/** The facts of one line of a subagent's file. */
export interface LineFacts {
  isMessage: boolean;
  toolCalls: number;
  /** Epoch ms. */
  at: number | null;
  /** The conversation's total so far, as counted by the CLI. */
  tokens: number | null;
}

export interface Figures {
  messageCount: number;
  toolUseCount: number;
  durationMs: number | null;
  totalTokens: number | null;
}

export const noFigures: Figures = { messageCount: 0, toolUseCount: 0, durationMs: null, totalTokens: null };

/** Adds lines to the figures; `startedAt` is the time of the first line. */
export function withLines(before: Figures, lines: readonly LineFacts[], startedAt: number): Figures {
  const lastAt = lines.findLast(({ at }) => at !== null)?.at ?? null;
  return {
    messageCount: before.messageCount + lines.filter(({ isMessage }) => isMessage).length,
    toolUseCount: before.toolUseCount + lines.reduce((sum, { toolCalls }) => sum + toolCalls, 0),
    durationMs: lastAt === null ? before.durationMs : Math.max(0, lastAt - startedAt),
    totalTokens: lines.findLast(({ tokens }) => tokens !== null)?.tokens ?? before.totalTokens,
  };
}

/** A subagent's status; none is running once the turn that started it has ended. */
export function decideStatus(seen: {
  /** The CLI's own report; null if it has none. */
  finished: boolean | null;
  turn: "running" | "completed" | "cut_short";
  /** Its last recorded event is an error. */
  endsInError: boolean;
}): SubagentStatus {
  if (seen.turn === "running" && seen.finished !== true) return "running";
  if (seen.endsInError) return "failed";
  if (seen.finished !== null) return seen.finished ? "completed" : "failed";
  return seen.turn === "completed" ? "completed" : "failed";
}

/** `45s`, `2m 5s`, `1h 2m`. */
export function formattedDuration(ms: number | null): string | null {
  if (ms === null) return null;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes}m ${seconds % 60}s` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}

/** `950`, `12.5k`, `1.2M`. */
export function formattedTokens(tokens: number | null): string | null {
  if (tokens === null || tokens < 1_000) return tokens === null ? null : String(tokens);
  return tokens < 999_950 ? `${(tokens / 1_000).toFixed(1)}k` : `${(tokens / 1_000_000).toFixed(1)}M`;
}

/** The name shown for a subagent. */
export const displayLabel = (agent: {
  description: string | null;
  subagentType: string | null;
  agentId: string;
}): string => agent.description || agent.subagentType || agent.agentId;
