import type { LiveConversation } from "../../../server/domains/live/conversations/model.ts";

/** Whether one can go on talking in it. */
export const isOpen = (conversation: LiveConversation | null): conversation is LiveConversation =>
  conversation !== null && (conversation.status === "active" || conversation.status === "preparing");
