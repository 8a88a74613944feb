import { type EventStream, pieces } from "../event-stream.ts";
import type { ToolCall } from "../tool-calls.ts";
import {
  type AnswerFrame,
  type AnswerPart,
  type AnswerWriter,
  cacheWrites,
  type Dialect,
  newId,
  promptTokens,
  type Usage,
} from "./dialect.ts";
import { readResponsesRequest } from "./responses-request.ts";

/** OpenAI Responses: codex, and pi's `openai-responses`. */
export const responses: Dialect = {
  name: "responses",
  idPrefix: "resp_",
  read: readResponsesRequest,
  writer,
  whole,
};

type Item = Record<string, unknown> & { id: string };
type Send = (type: string, data: object) => void;

function writer(frame: AnswerFrame, stream: EventStream): AnswerWriter {
  const items: Item[] = [];
  let sequence = 0;
  const send: Send = (type, data) => {
    stream.send({ type, sequence_number: sequence, ...data }, type);
    sequence += 1;
  };
  const writeItem = async (item: Item, opened: object, fill: (place: object) => Promise<void> | void) => {
    const output_index = items.length;
    send("response.output_item.added", { output_index, item: { ...item, ...opened } });
    await fill({ item_id: item.id, output_index });
    send("response.output_item.done", { output_index, item });
    items.push(item);
  };
  const finish = (type: string, response: object) => {
    send(type, { response });
    stream.end();
  };
  return {
    start() {
      send("response.created", { response: envelope(frame, "in_progress", items) });
      send("response.in_progress", { response: envelope(frame, "in_progress", items) });
    },
    say: (text) => writeText({ writeItem, send, stream }, text),
    think: (text) => writeThought({ writeItem, send, stream }, text),
    call: (call) => writeCall({ writeItem, send, stream }, call),
    end() {
      const usage = usageOf(frame.usage);
      if (frame.stop !== "max_tokens") {
        finish("response.completed", { ...envelope(frame, "completed", items), usage });
        return;
      }
      const why = { reason: "max_output_tokens" };
      finish("response.incomplete", {
        ...envelope(frame, "incomplete", items),
        usage,
        incomplete_details: why,
      });
    },
    fail: (code, message) =>
      finish("response.failed", { ...envelope(frame, "failed", items), error: { code, message } }),
  };
}

interface Output {
  send: Send;
  stream: EventStream;
  /** Opens an item, streams its content with `fill`, and closes it. */
  writeItem(item: Item, opened: object, fill: (place: object) => Promise<void> | void): Promise<void>;
}

function writeText({ writeItem, send, stream }: Output, text: string): Promise<void> {
  return writeItem(messageItem(text), { status: "in_progress", content: [] }, async (item) => {
    const place = { ...item, content_index: 0 };
    send("response.content_part.added", { ...place, part: outputText("") });
    await stream.sendPieces(text, (delta) => send("response.output_text.delta", { ...place, delta }));
    send("response.output_text.done", { ...place, text });
    send("response.content_part.done", { ...place, part: outputText(text) });
  });
}

function writeThought({ writeItem, send, stream }: Output, text: string): Promise<void> {
  const summary = [{ type: "summary_text", text }];
  const item = { id: newId("rs_"), type: "reasoning", summary, encrypted_content: "ZmFrZQ==" };
  const opened = { summary: [], encrypted_content: undefined };
  return writeItem(item, opened, async (where) => {
    const place = { ...where, summary_index: 0 };
    send("response.reasoning_summary_part.added", { ...place, part: { type: "summary_text", text: "" } });
    await stream.sendPieces(text, (delta) =>
      send("response.reasoning_summary_text.delta", { ...place, delta }),
    );
    send("response.reasoning_summary_text.done", { ...place, text });
  });
}

function writeCall({ writeItem, send }: Output, call: ToolCall): Promise<void> {
  const item = callItem(call);
  if (call.kind === "search") return writeItem(item, { status: "in_progress", arguments: {} }, () => {});
  if (call.kind === "custom") {
    return writeItem(item, { status: "in_progress", input: "" }, (place) => {
      send("response.custom_tool_call_input.delta", { ...place, delta: call.raw });
      send("response.custom_tool_call_input.done", { ...place, input: call.raw });
    });
  }
  const input = JSON.stringify(call.input);
  return writeItem(item, { status: "in_progress", arguments: "" }, (place) => {
    for (const delta of pieces(input)) send("response.function_call_arguments.delta", { ...place, delta });
    send("response.function_call_arguments.done", { ...place, arguments: input });
  });
}

function whole(frame: AnswerFrame, parts: readonly AnswerPart[]): unknown {
  const items = parts.map((part) => (part.kind === "text" ? messageItem(part.text) : callItem(part.call)));
  return { ...envelope(frame, "completed", items), usage: usageOf(frame.usage) };
}

function envelope(frame: AnswerFrame, status: string, output: readonly Item[]) {
  const { id, model } = frame;
  const created_at = Math.floor(Date.now() / 1000);
  return { id, object: "response", created_at, status, model, output, usage: null, error: null };
}

function messageItem(text: string): Item {
  const content = [outputText(text)];
  return { id: newId("msg_"), type: "message", role: "assistant", status: "completed", content };
}

function outputText(text: string) {
  return { type: "output_text", text, annotations: [] };
}

function callItem(call: ToolCall): Item {
  const base = { id: newId("fc_"), call_id: newId("call_"), status: "completed" };
  if (call.kind === "search") {
    const search = { query: call.query, limit: 8 };
    return { ...base, type: "tool_search_call", execution: "client", arguments: search };
  }
  const named = { ...base, name: call.name, ...(call.namespace && { namespace: call.namespace }) };
  return call.kind === "custom"
    ? { ...named, type: "custom_tool_call", input: call.raw }
    : { ...named, type: "function_call", arguments: JSON.stringify(call.input) };
}

function usageOf(usage: Usage) {
  const prompt = promptTokens(usage);
  return {
    input_tokens: prompt,
    input_tokens_details: { cached_tokens: usage.cache_read, cache_write_tokens: cacheWrites(usage) },
    output_tokens: usage.output,
    output_tokens_details: { reasoning_tokens: usage.reasoning },
    total_tokens: prompt + usage.output,
  };
}
