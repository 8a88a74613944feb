import type { HumanMessage } from "../../../server/domains/sessions/human-messages/model.ts";

export interface MessageEntry extends HumanMessage {
  key: string;
}

/** Human messages, newest first, each with a key for React. */
export const newestFirst = (messages: readonly HumanMessage[]): MessageEntry[] =>
  messages
    .map((message, index) => ({ ...message, key: `${message.occurred_at}:${index}` }))
    .toSorted((a, b) => Date.parse(b.occurred_at) - Date.parse(a.occurred_at));

/** Of an empty list, which is shown only because some channels are not monitored. */
export const noneFound = "No messages found, but some channels are not monitored.";
