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
  promptTokens,
  type Usage,
} from "./dialect.ts";

/** OpenAI Chat Completions: pi's `openai-completions`, and OpenRouter. */
export const chat: Dialect = { name: "chat", idPrefix: "chatcmpl-", read, writer, whole };

interface Request {
  messages?: { role: string; content?: WireContent }[];
  tools?: { function?: { name?: string; parameters?: OfferedTool["schema"] } }[];
}

function read(body: unknown): Conversation {
  const request = body as Request;
  const turns = (request.messages ?? []).flatMap(({ role, content }): Turn[] =>
    role === "user" || role === "assistant" || role === "tool"
      ? [{ role, texts: contentTexts(content) }]
      : [],
  );
  const tools = (request.tools ?? []).map((tool) => ({
    name: tool.function?.name ?? "",
    schema: tool.function?.parameters,
  }));
  return { turns, tools, searched: false };
}

function writer(frame: AnswerFrame, stream: EventStream): AnswerWriter {
  let calls = 0;
  const chunk = (delta: object, finishReason: string | null = null) =>
    stream.send({
      ...head(frame, "chat.completion.chunk"),
      choices: [{ index: 0, delta, finish_reason: finishReason }],
    });
  return {
    start: () => chunk({ role: "assistant", content: "" }),
    say: (text) => stream.sendPieces(text, (piece) => chunk({ content: piece })),
    think: (text) => stream.sendPieces(text, (piece) => chunk({ reasoning: piece })),
    async call(call) {
      const index = calls;
      calls += 1;
      chunk({ tool_calls: [{ index, ...toolCallOf(callName(call), "") }] });
      for (const piece of pieces(JSON.stringify(callInput(call)))) {
        chunk({ tool_calls: [{ index, function: { arguments: piece } }] });
      }
    },
    end() {
      chunk({}, finishReason(frame));
      stream.send({ ...head(frame, "chat.completion.chunk"), choices: [], usage: usageOf(frame.usage) });
      stream.sendDone();
      stream.end();
    },
    fail(type, message) {
      stream.send({ error: { type, message, code: 502 } });
      stream.end();
    },
  };
}

function whole(frame: AnswerFrame, parts: readonly AnswerPart[]): unknown {
  const content = parts.map((part) => (part.kind === "text" ? part.text : "")).join("");
  const calls = parts.flatMap((part) =>
    part.kind === "call" ? [toolCallOf(callName(part.call), JSON.stringify(callInput(part.call)))] : [],
  );
  const message = { role: "assistant", content, ...(calls.length > 0 && { tool_calls: calls }) };
  return {
    ...head(frame, "chat.completion"),
    choices: [{ index: 0, message, finish_reason: finishReason(frame) }],
    usage: usageOf(frame.usage),
  };
}

function toolCallOf(name: string, input: string) {
  return { id: newId("call_"), type: "function", function: { name, arguments: input } };
}

function head(frame: AnswerFrame, object: string) {
  return { id: frame.id, object, created: Math.floor(Date.now() / 1000), model: frame.model };
}

function finishReason(frame: AnswerFrame): string {
  if (frame.stop === "max_tokens") return "length";
  return frame.called ? "tool_calls" : "stop";
}

function usageOf(usage: Usage) {
  const prompt = promptTokens(usage);
  return {
    prompt_tokens: prompt,
    completion_tokens: usage.output,
    total_tokens: prompt + usage.output,
    prompt_tokens_details: {
      cached_tokens: usage.cache_read,
      cache_write_tokens: cacheWrites(usage),
    },
    completion_tokens_details: { reasoning_tokens: usage.reasoning },
  };
}
