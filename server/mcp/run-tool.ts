import { toRefusal } from "../http/error-handler.ts";
import type { Logger } from "../lib/logger.ts";
import type { McpCaller } from "./caller.ts";
import { parseInput, type Tool, type ToolAnswer } from "./tool.ts";

/** What a model reads of a call: the answer, or why it was refused. */
export type ToolResult = Pick<ToolAnswer, "text" | "facts"> & { failed: boolean };

/** Runs a tool inside the service, without the protocol. A refusal is the result; a bug is only logged. */
export async function runTool(
  tool: Tool,
  sent: unknown,
  { caller, clean, log }: { caller: McpCaller; clean(input: unknown): unknown; log: Logger },
): Promise<ToolResult> {
  try {
    const { text, facts, failed = false } = await tool.run(clean(parseInput(tool, sent)), caller);
    return { text, facts, failed };
  } catch (error) {
    const refusal = toRefusal(error, (cause) => log.error({ err: cause, tool: tool.name }, "tool failed"));
    return { text: `Error (${refusal.label}): ${refusal.message}`, facts: {}, failed: true };
  }
}
