import { z } from "zod";
import { operation } from "../../../http/model.ts";

export const chatConnection = z
  .object({
    /** Whether messages are read at all. */
    mode: z.enum(["poll", "webhook_with_poll_fallback", "off"]),
    has_webhook: z.boolean(),
    /** Where the bot token comes from; null without one. */
    source: z.enum(["environment", "board"]).nullable(),
    team: z.string().nullable(),
    bot: z.string().nullable(),
    /** Why nothing can be read at present. */
    problem: z.string().nullable(),
  })
  .meta({ id: "ChatConnection" });
export type ChatConnection = z.infer<typeof chatConnection>;

const response = z.object({ chat: chatConnection });

export const chatOperations = {
  getChatConnection: operation({
    id: "getChatConnection",
    method: "get",
    path: "/chat_connection",
    summary: "Get how the chat platform is connected",
    callers: ["board"],
    response,
  }),
  connectChat: operation({
    id: "connectChat",
    method: "put",
    path: "/chat_connection",
    summary: "Store the bot token of the chat platform, encrypted",
    callers: ["board"],
    body: z.object({ token: z.string().trim().min(1).max(500) }),
    response,
    errors: [409, 503],
  }),
  disconnectChat: operation({
    id: "disconnectChat",
    method: "delete",
    path: "/chat_connection",
    summary: "Forget the stored bot token of the chat platform",
    callers: ["board"],
    response,
    errors: [409],
  }),
} as const;
