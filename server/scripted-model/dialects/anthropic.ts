import {
  type Conversation,
  contentTexts,
  type OfferedTool,
  type Turn,
  type WireContent,
} from "../conversation.ts";
import { type EventStream, pieces } from "../event-stream.ts";
import {
  type AnswerFrame,
  type AnswerPart,
  type AnswerWriter,
  cacheWrites,
  callInput,
  callName,
  type Dialect,
  newId,
} from "./dialect.ts";

/** Anthropic Messages: claude, and pi's `anthropic-messages`. */
export const anthropic: Dialect = { name: "anthropic", idPrefix: "msg_", read, writer, whole };

interface Request {
  messages?: Message[];
  tools?: { name: string; type?: string; input_schema?: OfferedTool["schema"] }[];
}

interface Message {
  role: string;
  content: string | Block[];
}

interface Block {
  type: string;
  text?: string;
  content?: WireContent;
}

function read(body: unknown): Conversation {
  const request = body as Request;
  const tools = (request.tools ?? []).map(({ name, type, input_schema }) => ({
    name,
    type,
    schema: input_schema,
  }));
  return { turns: (request.messages ?? []).flatMap(messageTurns), tools, searched: false };
}

function messageTurns(message: Message): Turn[] {
  const blocks = Array.isArray(message.content) ? message.content : [{ type: "text", text: message.content }];
  const texts = blocks.filter((block) => block.type === "text").map((block) => block.text ?? "");
  if (message.role === "assistant") return [{ role: "assistant", texts }];
  const results = blocks.filter((block) => block.type === "tool_result");
  const prompts = texts.filter((text) => isPrompt(text, message.role));
  return [
    ...results.map((block): Turn => ({ role: "tool", texts: contentTexts(block.content) })),
    ...(prompts.length > 0 ? [{ role: "user", texts: prompts } as const] : []),
  ];
}

/** Claude Code passes on a message queued during a turn as a system message or a reminder. */
function isPrompt(text: string, role: string): boolean {
  if (text.includes("The user sent a new message while you were working")) return true;
  return role !== "system" && !text.startsWith("<system-reminder>");
}

function writer(frame: AnswerFrame, stream: EventStream): AnswerWriter {
  let index = 0;
  const send = (type: string, data: object) => stream.send({ type, ...data }, type);
  const delta = (data: object) => send("content_block_delta", { index, delta: data });
  const block = async (open: object, fill: () => Promise<void>) => {
    send("content_block_start", { index, content_block: open });
    await fill();
    send("content_block_stop", { index });
    index += 1;
  };
  return {
    start: () => send("message_start", { message: { ...message(frame), usage: startUsage(frame) } }),
    say: (text) =>
      block({ type: "text", text: "" }, () =>
        stream.sendPieces(text, (piece) => delta({ type: "text_delta", text: piece })),
      ),
    think: (text) =>
      block({ type: "thinking", thinking: "", signature: "" }, async () => {
        await stream.sendPieces(text, (piece) => delta({ type: "thinking_delta", thinking: piece }));
        delta({ type: "signature_delta", signature: "c2lnbmF0dXJl" });
      }),
    call: (call) =>
      block({ type: "tool_use", id: newId("toolu_"), name: callName(call), input: {} }, async () => {
        for (const piece of pieces(JSON.stringify(callInput(call)))) {
          delta({ type: "input_json_delta", partial_json: piece });
        }
      }),
    end() {
      const usage = { ...startUsage(frame), output_tokens: frame.usage.output };
      send("message_delta", { delta: { stop_reason: stopReason(frame), stop_sequence: null }, usage });
      send("message_stop", {});
      stream.end();
    },
    fail(type, text) {
      send("error", { error: { type, message: text }, request_id: frame.requestId });
      stream.end();
    },
  };
}

function whole(frame: AnswerFrame, parts: readonly AnswerPart[]): unknown {
  const content = parts.map((part) =>
    part.kind === "text"
      ? { type: "text", text: part.text }
      : { type: "tool_use", id: newId("toolu_"), name: callName(part.call), input: callInput(part.call) },
  );
  const usage = { ...startUsage(frame), output_tokens: frame.usage.output };
  return { ...message(frame), content, stop_reason: stopReason(frame), usage };
}

function message(frame: AnswerFrame) {
  const { id, model } = frame;
  return {
    id,
    type: "message",
    role: "assistant",
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
  };
}

/** A real stream starts with one output token and reports the rest at its end. */
function startUsage({ usage }: AnswerFrame) {
  return {
    input_tokens: usage.input,
    cache_creation_input_tokens: cacheWrites(usage),
    cache_read_input_tokens: usage.cache_read,
    cache_creation: {
      ephemeral_5m_input_tokens: usage.cache_write_5m,
      ephemeral_1h_input_tokens: usage.cache_write_1h,
    },
    output_tokens: 1,
    service_tier: "standard",
  };
}

function stopReason(frame: AnswerFrame): string {
  return frame.stop || (frame.called ? "tool_use" : "end_turn");
}
