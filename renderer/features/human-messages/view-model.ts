import type { HumanMessage } from "../../../server/domains/access/human-messages/model.ts";

export interface MessageEntry extends HumanMessage {
  key: string;
}

/** What people wrote, newest first, with a key for each. */
export const newestFirst = (messages: readonly HumanMessage[]): MessageEntry[] =>
  messages
    .map((message, index) => ({ ...message, key: `${message.occurred_at}:${index}` }))
    .toSorted((a, b) => Date.parse(b.occurred_at) - Date.parse(a.occurred_at));

/** What an empty list means, which depends on whether anything would have heard. */
export const emptyText = (heardEverywhere: boolean): string =>
  heardEverywhere
    ? "No person has written to this session or its family."
    : "Nothing was heard, but not every channel is listened to.";
