import { asList, asObject, asText, type Json } from "../json.ts";
import type { Sign } from "../runtime.ts";

/** Which tool calls begin and end with a line of the CLI, and how much works in the background. */
export function signOf(line: Json): Sign {
  if (line["type"] === "result") return { ended: "all" };
  if (line["type"] === "assistant") return { begun: blocks(line, "tool_use", "id") };
  if (line["type"] === "user") return { ended: blocks(line, "tool_result", "tool_use_id") };
  if (line["subtype"] !== "background_tasks_changed") return {};
  return { background: asList(line["tasks"]).length };
}

const blocks = (line: Json, type: string, id: string): string[] =>
  asList(asObject(line["message"])["content"])
    .map(asObject)
    .filter((block) => block["type"] === type)
    .flatMap((block) => asText(block[id]) ?? []);
