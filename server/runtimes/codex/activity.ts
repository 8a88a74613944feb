import {
  type Act,
  type ActivityStep,
  actOfCall,
  compacting,
  plainCommand,
  thinking,
  writing,
} from "../activity-rules.ts";
import { asList, asObject, asText, type Json } from "../json.ts";

/** What one notification of the agent's own thread says about what the agent does. */
export function activitySteps(method: string, params: Json): ActivityStep[] {
  const item = asObject(params["item"]);
  const callId = asText(item["id"]) ?? "";
  if (method === "turn/started") return [{ step: "model", act: thinking }];
  if (method === "item/started") {
    const said = modelActs[String(item["type"])];
    if (said !== undefined) return [{ step: "model", act: said }];
    const act = actOf(item);
    return act === null ? [] : [{ step: "call", callId, act }];
  }
  if (method === "item/commandExecution/outputDelta")
    return [
      {
        step: "output",
        callId: asText(params["itemId"]) ?? "",
        text: asText(params["delta"]) ?? "",
        isMore: true,
      },
    ];
  if (method === "item/completed" && actOf(item) !== null) return [{ step: "result", callId }];
  return [];
}

const modelActs: Readonly<Record<string, Act>> = {
  reasoning: thinking,
  agentMessage: writing,
  plan: writing,
  contextCompaction: compacting,
};

function actOf(item: Json): Act | null {
  switch (item["type"]) {
    case "commandExecution":
      return { kind: "running", subject: plainCommand(asText(item["command"]) ?? "") || null };
    case "fileChange":
      return { kind: "editing", subject: firstPath(item) };
    case "mcpToolCall":
      return actOfCall(`mcp__${asText(item["server"])}__${asText(item["tool"])}`, {});
    case "dynamicToolCall":
      return actOfCall(asText(item["tool"]) ?? "", asObject(item["arguments"]));
    case "webSearch":
      return { kind: "searching", subject: asText(item["query"]) || null };
    case "imageView":
      return { kind: "reading", subject: asText(item["path"]) };
    case "collabAgentToolCall":
      return { kind: "delegating", subject: asText(item["prompt"]) };
    default:
      return null;
  }
}

const firstPath = (item: Json): string | null => asText(asObject(asList(item["changes"])[0])["path"]);
