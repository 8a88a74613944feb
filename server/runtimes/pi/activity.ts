import { type ActivityStep, actOfCall, compacting, thinking, writing } from "../activity-rules.ts";
import { asList, asObject, asText, type Json } from "../json.ts";

/** What one event of pi says about what the agent does. */
export function activitySteps(message: Json): ActivityStep[] {
  switch (message["type"]) {
    case "turn_start":
      return [{ step: "model", act: thinking }];
    case "message_update":
      return updateSteps(asObject(message["assistantMessageEvent"]));
    case "tool_execution_start": {
      const act = actOfCall(asText(message["toolName"]) ?? "", asObject(message["args"]));
      return [{ step: "call", callId: asText(message["toolCallId"]) ?? "", act }];
    }
    case "tool_execution_update":
      return [
        {
          step: "output",
          callId: asText(message["toolCallId"]) ?? "",
          text: textOf(asObject(message["partialResult"])),
          isMore: false,
        },
      ];
    case "tool_execution_end":
      return [{ step: "result", callId: asText(message["toolCallId"]) ?? "" }];
    case "compaction_start":
      return [{ step: "model", act: compacting }];
    default:
      return [];
  }
}

/** The model begins a part of its answer; a call that it writes is known by its tool before its input is. */
function updateSteps(update: Json): ActivityStep[] {
  switch (update["type"]) {
    case "thinking_start":
      return [{ step: "model", act: thinking }];
    case "text_start":
      return [{ step: "model", act: writing }];
    case "toolcall_start":
      return [{ step: "model", act: actOfCall(asText(update["toolName"]) ?? "", {}) }];
    default:
      return [];
  }
}

const textOf = (result: Json): string =>
  asList(result["content"])
    .map((part) => asText(asObject(part)["text"]) ?? "")
    .join("");
