/** How long an agent may give no sign of life, in ms; 0 for no limit. */
export interface SilenceLimits {
  /** From the process to its first word. */
  startMs: number;
  /** While it thinks. */
  thinkingMs: number;
  /** While a tool call runs, such as a build. */
  toolMs: number;
}

export type AgentPhase = "starting" | "thinking" | "using_tool";

/** How an agent was silent for too long. */
export interface Silence {
  phase: AgentPhase;
  ms: number;
}

export interface AgentSigns {
  phase: AgentPhase;
  /** Counted while the machine and the service are awake. */
  silentMs: number;
}

/** A silence is shown from here on. A tool call is a sign of life of its own kind, so its silence is not. */
const worthAWordMs = 60_000;

/** What a silence amounts to: nothing yet, something to show, or the end of the turn. */
export function silenceLevel(
  { phase, silentMs }: AgentSigns,
  limits: SilenceLimits,
): "alive" | "silent" | "over" {
  const limit = { starting: limits.startMs, thinking: limits.thinkingMs, using_tool: limits.toolMs }[phase];
  if (limit > 0 && silentMs >= limit) return "over";
  return phase !== "using_tool" && silentMs >= worthAWordMs ? "silent" : "alive";
}
