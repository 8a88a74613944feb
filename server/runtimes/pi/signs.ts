import { asText, type Json } from "../json.ts";
import type { Sign } from "../runtime.ts";

/** Which tool calls begin and end with a message of the CLI. */
export function signOf(message: Json): Sign {
  const call = asText(message["toolCallId"]);
  if (message["type"] === "agent_end") return { ended: "all" };
  if (call !== null && message["type"] === "tool_execution_start") return { begun: [call] };
  if (call !== null && message["type"] === "tool_execution_end") return { ended: [call] };
  return {};
}
