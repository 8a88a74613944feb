import type { HumanMessage } from "../../../server/domains/access/human-messages/model.ts";

export interface MessageEntry extends HumanMessage {
  key: string;
}

/** Human messages, newest first, each with a key for React. */
export const newestFirst = (messages: readonly HumanMessage[]): MessageEntry[] =>
  messages
    .map((message, index) => ({ ...message, key: `${message.occurred_at}:${index}` }))
    .toSorted((a, b) => Date.parse(b.occurred_at) - Date.parse(a.occurred_at));

/** What an empty list means, which depends on whether anything would have heard. */
export const emptyText = (heardEverywhere: boolean): string =>
  heardEverywhere
    ? "No human messages in this session or its related sessions."
    : "No messages found, but some channels are not monitored.";
