import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { chatOperations } from "./model.ts";
import type { ChatService } from "./service.ts";

export function chatRoutes(chat: ChatService): Endpoint[] {
  return endpoints(chatOperations, {
    getChatConnection: async () => ({ chat: await chat.connection() }),
    connectChat: async ({ body }) => ({ chat: await chat.connect(body.token) }),
    disconnectChat: async () => ({ chat: await chat.disconnect() }),
  });
}
