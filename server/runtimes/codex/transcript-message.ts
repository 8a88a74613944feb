import { asList, asObject, asText, type Json } from "../json.ts";
import type { TimelineEvent } from "../timeline.ts";
import { imagesIn } from "./transcript-images.ts";

/** How lines without a provenance show that the CLI wrote them in the user's name. */
const injected =
  /^\s*(<(environment_context|user_instructions|turn_aborted|subagent_notification|user_shell_command|skill|hook_prompt|goal_context)\b|# AGENTS\.md instructions)/;

/** Of these, what the CLI adds to every conversation, and not what happened in it. */
const setUp =
  /^\s*(<(environment_context|user_instructions|permissions instructions|skills_instructions)\b|# AGENTS\.md instructions)/;

/** The CLI wraps each image of a prompt in these. */
const imageFrame = /^\s*<\/?image\b[^>]*>\s*$/;

export function messageEvents(payload: Json): TimelineEvent[] {
  const text = wordsOf(payload);
  if (payload["role"] === "assistant") {
    return text === "" ? [] : [{ type: "assistant", text, model: null, stopReason: null }];
  }
  if (payload["role"] !== "user") return [{ type: "notice", text, setup: true }];
  if (!isOwnWords(payload))
    return [{ type: "notice", text, ...(setUp.test(text) && { setup: true as const }) }];
  const images = imagesIn(payload["content"]).length;
  return [{ type: "user", text, images }];
}

/** Whether a user message is what was sent as a prompt and not the CLI's own addition. */
export function isOwnWords(payload: Json): boolean {
  const provenances = provenancesOf(payload);
  if (provenances.length > 0) return provenances.includes("user");
  return !injected.test(wordsOf(payload));
}

/** The text of a message, its parts one below the other. */
export function wordsOf(payload: Json): string {
  return parts(payload)
    .map((part) => asText(part["text"]))
    .filter((text) => text !== null && !imageFrame.test(text))
    .join("\n");
}

function parts(payload: Json): readonly Json[] {
  return asList(payload["content"]).map(asObject);
}

function provenancesOf(payload: Json): readonly string[] {
  const passed = asObject(payload["internal_chat_message_metadata_passthrough"]);
  return asList(passed["content_item_metadata"]).flatMap((item) => {
    const type = asText(asObject(asObject(item)["provenance"])["type"]);
    return type === null ? [] : [type];
  });
}
