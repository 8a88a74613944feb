import { z } from "zod";
import type { Delivery } from "../webhooks/index.ts";
import { type Me, messageOf, slackMessage } from "./message.ts";
import type { ChatMessage } from "./rules.ts";

const payload = z.object({
  event: slackMessage.extend({
    channel: z.string().min(1).max(100),
    channel_type: z.string().optional(),
  }),
});

/** The message of a delivery; null for what is none, or is not as Slack documents it. */
export function deliveredMessage({ event, body }: Delivery, me: Me): ChatMessage | null {
  if (event !== "message" && event !== "app_mention") return null;
  const read = payload.safeParse(body);
  if (!read.success) return null;
  const { channel, channel_type: type, ...message } = read.data.event;
  // Chats of several people are not read.
  if (type === "mpim" || type === "app_home") return null;
  const isDirect = type === "im" || (type === undefined && channel.startsWith("D"));
  return messageOf(message, { channel, isDirect, me });
}
