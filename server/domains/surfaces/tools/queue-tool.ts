import { z } from "zod";
import type { McpCaller } from "../../../mcp/caller.ts";
import { factList, glance, heading, page } from "../../../mcp/markdown.ts";
import { pageNumber, pageSize } from "../../../mcp/paging.ts";
import { anySession, targetField } from "../../../mcp/target.ts";
import { defineTool, type ToolAnswer } from "../../../mcp/tool.ts";
import { goalText } from "../../sessions/sessions/model.ts";
import { type EnqueuedMessage, messageContent, messageOperations } from "../../turns/messages/model.ts";
import { turnOperations } from "../../turns/turns/model.ts";
import { toolRefusal } from "./errors.ts";
import { text } from "./text.ts";

const input = z.object({
  session_id: targetField,
  action: z.enum(["list", "get", "create", "update", "delete", "reorder", "interrupt", "send_now"]),
  message_id: z.number().int().optional().describe("Required for get, update, delete, reorder and interrupt"),
  content: messageContent.optional().describe("Required for create and send_now"),
  goal: goalText.nullish().describe("A goal's id from get_configs, or a sentence"),
  position: z.number().int().min(1).optional().describe("Required for reorder; 1 is next"),
  page: pageNumber,
  per_page: pageSize,
});
type Input = z.output<typeof input>;

export const manageEnqueuedMessages = defineTool({
  name: "manage_enqueued_messages",
  description:
    "The messages queued behind a session's turn. create queues one, which an idle session gets immediately; " +
    "interrupt stops the active turn to deliver a queued message; send_now does so with a new one.",
  effect: "destroy",
  input,
  run: (given, caller) =>
    actions[given.action](given, { ...caller, id: anySession(given.session_id, caller) }),
});

type Action = (given: Input, acting: McpCaller & { id: string }) => Promise<ToolAnswer>;

const actions: Record<Input["action"], Action> = {
  async list({ page: at, per_page }, { id, call }) {
    const facts = await call(messageOperations.listMessages, {
      params: { id },
      query: { page: at, per_page },
    });
    const lines = facts.enqueued_messages.map(
      ({ id: number, position, status, content }) =>
        `${position}. ${glance(content, 300)} (ID: ${number}, ${status})`,
    );
    const list = lines.length === 0 ? text.queue.none : lines.join("\n");
    return { text: page(heading(2, text.queue.list), list), facts };
  },
  async get(given, { id, call }) {
    const facts = await call(messageOperations.getMessage, { params: ref(id, given) });
    return one(text.queue.one, facts);
  },
  async create({ content, goal }, { id, sessionId, call }) {
    if (content === undefined) throw toolRefusal("missing", { name: "content", action: "create" });
    const body = { content, goal, acting_session_id: sessionId };
    return one(text.queue.created, await call(messageOperations.createMessage, { params: { id }, body }));
  },
  async update(given, { id, call }) {
    const body = { content: given.content, goal: given.goal };
    return one(
      text.queue.updated,
      await call(messageOperations.updateMessage, { params: ref(id, given), body }),
    );
  },
  async delete(given, { id, call }) {
    const params = ref(id, given);
    await call(messageOperations.deleteMessage, { params });
    const facts = { session_id: id, message_id: given.message_id };
    return { text: page(heading(2, text.queue.deleted), factList([["ID", given.message_id]])), facts };
  },
  async reorder(given, { id, call }) {
    const { position } = given;
    if (position === undefined) throw toolRefusal("missing", { name: "position", action: "reorder" });
    const params = ref(id, given);
    return one(
      text.queue.moved,
      await call(messageOperations.reorderMessage, { params, body: { position } }),
    );
  },
  async interrupt(given, { id, sessionId, call }) {
    const body = { acting_session_id: sessionId };
    const facts = await call(messageOperations.interruptWithMessage, { params: ref(id, given), body });
    return { text: page(heading(2, text.queue.interrupted), `${facts.message}.`), facts };
  },
  async send_now({ content, goal }, { id, sessionId, call }) {
    if (content === undefined) throw toolRefusal("missing", { name: "content", action: "send_now" });
    const body = { prompt: content, goal, force_immediate: true, acting_session_id: sessionId };
    const facts = await call(turnOperations.followUp, { params: { id }, body });
    return { text: page(heading(2, text.queue.sent), `${facts.message}.`), facts };
  },
};

function ref(id: string, { action, message_id }: Input): { id: string; mid: string } {
  if (message_id === undefined) throw toolRefusal("missing", { name: "message_id", action });
  return { id, mid: String(message_id) };
}

function one(outcome: string, facts: { enqueued_message: EnqueuedMessage }): ToolAnswer {
  const { enqueued_message: message } = facts;
  const list = factList([
    ["ID", message.id],
    ["Session", message.session_id],
    ["Position", message.position],
    ["Status", message.status],
    ["Goal", message.goal],
    ["Content", glance(message.content, 1_000)],
  ]);
  return { text: page(heading(2, outcome), list), facts };
}
