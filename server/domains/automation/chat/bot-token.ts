import { type GivenSecret, givenSecret, type SecretStore } from "../../../lib/secret-store/index.ts";

export type BotToken = GivenSecret;

/** The bot token of the chat platform. */
export const botToken = (of: {
  secrets: Pick<SecretStore, "exists" | "read" | "write" | "remove">;
  configured: string | null;
}): BotToken => givenSecret({ ...of, entry: "chat.bot_token", variable: "SERVICE_CHAT_BOT_TOKEN" });
