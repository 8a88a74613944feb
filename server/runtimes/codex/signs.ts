import { asObject, asText, type Json } from "../json.ts";
import type { Sign } from "../runtime.ts";

/** What the model does itself; every other item is a tool call. */
const ownWork = new Set(["userMessage", "agentMessage", "reasoning", "plan", "contextCompaction"]);

/** Which tool calls begin and end with a message of the CLI. */
export function signOf({ method, params }: Json): Sign {
  if (method === "turn/completed") return { ended: "all" };
  if (method !== "item/started" && method !== "item/completed") return {};
  const item = asObject(asObject(params)["item"]);
  const id = asText(item["id"]);
  if (id === null) return {};
  if (method === "item/completed") return { ended: [id] };
  return ownWork.has(String(item["type"])) ? {} : { begun: [id] };
}
