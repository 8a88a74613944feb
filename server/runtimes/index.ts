import { claudeCodeRuntime } from "./claude-code/index.ts";
import { codexRuntime } from "./codex/index.ts";
import { piRuntime } from "./pi/index.ts";
import type { AgentRuntime, RuntimeOptions } from "./runtime.ts";

/** Every registered runtime, in the order they are offered. Core code knows them by this list alone. */
export function agentRuntimes(options: RuntimeOptions): readonly AgentRuntime[] {
  return [claudeCodeRuntime(options), codexRuntime(options), piRuntime(options)];
}
