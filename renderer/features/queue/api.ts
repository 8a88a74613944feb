import { messageOperations } from "../../../server/domains/turns/messages/model.ts";
import { type CallOptions, callApi } from "../../lib/client.ts";

const at = (sessionId: number, messageId: number) => ({
  params: { id: String(sessionId), mid: String(messageId) },
});

/** The queued messages of a session, next first. */
export const listMessages = (sessionId: number, options: CallOptions) =>
  callApi(
    messageOperations.listMessages,
    { params: { id: String(sessionId) }, query: { per_page: 100 } },
    options,
  );

export const editMessage = (sessionId: number, messageId: number, content: string) =>
  callApi(messageOperations.updateMessage, { ...at(sessionId, messageId), body: { content } });

export const withdrawMessage = (sessionId: number, messageId: number) =>
  callApi(messageOperations.deleteMessage, at(sessionId, messageId));

/** Adds a message at the end of the queue; an idle session receives it at once. */
export const enqueueMessage = (sessionId: number, content: string) =>
  callApi(messageOperations.createMessage, { params: { id: String(sessionId) }, body: { content } });

export const moveMessage = (sessionId: number, messageId: number, position: number) =>
  callApi(messageOperations.reorderMessage, { ...at(sessionId, messageId), body: { position } });

/** Stops the current turn and delivers this message. */
export const sendMessageNow = (sessionId: number, messageId: number) =>
  callApi(messageOperations.interruptWithMessage, at(sessionId, messageId));
