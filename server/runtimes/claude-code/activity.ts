import { type ActivityStep, actOfCall, compacting, thinking, writing } from "../activity-rules.ts";
import { asList, asObject, asText, type Json } from "../json.ts";

/** What one line of the CLI's stdout says about what the agent does. Lines of subagents say nothing. */
export function activitySteps(line: Json): ActivityStep[] {
  if (typeof line["parent_tool_use_id"] === "string") return [];
  switch (line["type"]) {
    case "stream_event":
      return streamSteps(asObject(line["event"]));
    case "assistant":
      return blocksOf(line).filter(isCall).map(callStep);
    case "user":
      return blocksOf(line).flatMap(resultStep);
    case "system":
      return systemSteps(line);
    case "result":
      return [{ step: "answered" }];
    default:
      return [];
  }
}

function systemSteps(line: Json): ActivityStep[] {
  const taskId = asText(line["task_id"]);
  const callId = asText(line["tool_use_id"]);
  switch (line["subtype"]) {
    case "task_started":
      return taskId === null || callId === null ? [] : [{ step: "task", taskId, callId }];
    case "background_tasks_changed":
      return [{ step: "background", tasks: asList(line["tasks"]).map(asObject).flatMap(taskOf) }];
    default:
      return line["status"] === "compacting" ? [{ step: "model", act: compacting }] : [];
  }
}

function taskOf(task: Json): { taskId: string; description: string }[] {
  const taskId = asText(task["task_id"]);
  return taskId === null ? [] : [{ taskId, description: asText(task["description"]) ?? "" }];
}

/** The model begins an answer, or a part of one; a call that it writes is known by its tool before its input is. */
function streamSteps(event: Json): ActivityStep[] {
  if (event["type"] === "message_start") return [{ step: "model", act: thinking }];
  if (event["type"] !== "content_block_start") return [];
  const block = asObject(event["content_block"]);
  if (isCall(block)) return [{ step: "model", act: actOfCall(asText(block["name"]) ?? "", {}) }];
  return [{ step: "model", act: block["type"] === "text" ? writing : thinking }];
}

const blocksOf = (line: Json): Json[] => asList(asObject(line["message"])["content"]).map(asObject);

const isCall = ({ type }: Json): boolean => type === "tool_use";

const callStep = (block: Json): ActivityStep => ({
  step: "call",
  callId: asText(block["id"]) ?? "",
  act: actOfCall(asText(block["name"]) ?? "", asObject(block["input"])),
});

const resultStep = (block: Json): ActivityStep[] =>
  block["type"] === "tool_result" ? [{ step: "result", callId: asText(block["tool_use_id"]) ?? "" }] : [];
