import type { Channel, GapReason } from "./rules.ts";

const channels: Readonly<Record<Channel, string>> = {
  web_ui: "Board",
  browser_extension: "Browser extension",
  assistant: "Assistant",
  chat: "Chat",
  code_host: "Code host",
};

/** Why messages of a channel are missing, and what to do about it. */
const gaps: Readonly<Record<GapReason, { reason: string; remedy: string }>> = {
  unknown_owner: {
    reason: "The owner of this board is unknown, so messages written there have no author.",
    remedy: "Enter the owner's name in the settings, under You.",
  },
  not_connected: {
    reason: "It is not connected to this service, so messages written there are not recorded.",
    remedy: "Check there before you assume that no one answered, or ask people to write on the board.",
  },
};

/** The words of human messages: names of channels, and gaps in what is recorded. */
export const text = {
  /** A stored channel that is no longer known is shown as it is stored. */
  channel: (channel: string): string => (channels as Readonly<Record<string, string>>)[channel] ?? channel,
  gaps,
};
