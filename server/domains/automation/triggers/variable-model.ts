/** The variables that a caller can fill in. */
export const outsideVariables = [
  "link",
  "text",
  "author",
  "channel",
  "event",
  "repo",
  "number",
  "title",
  "labels",
] as const;
/** Empty unless they have the form of the chat platform's ids. */
export const chatIdVariables = [
  "channel_id",
  "message_ts",
  "thread_ts",
  "author_id",
  "chat_id",
  "message_id",
] as const;
/** Filled in from the clock. */
export const clockVariables = ["time", "date"] as const;
