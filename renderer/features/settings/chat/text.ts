/** The words of the settings of chat. */
export const text = {
  title: "Slack",
  description:
    "A Slack app whose bot is invited to the channels that triggers watch. The token is encrypted, and agents never get it.",
  loading: "the connection to Slack",
  connected: (bot: string, team: string) => `Connected as ${bot} in ${team}`,
  notConnected: "Not connected",
  fromEnvironment: "The token is set by SERVICE_CHAT_BOT_TOKEN. Change it there and restart.",
  webhook: "Events come in by webhook, and polling catches what they miss.",
  poll: "Channels are polled. With a signing secret and SERVICE_CHAT_INGEST_MODE=webhook_with_poll_fallback, events come in at once.",
  off: "Chat is off (SERVICE_CHAT_INGEST_MODE).",
  token: "Bot token",
  tokenHint: "Begins with xoxb-. On the app's page at Slack, under OAuth & Permissions.",
  scopes:
    "Scopes: channels:history, channels:read, groups:history, groups:read, im:history, im:read, users:read, users:read.email.",
  connect: "Connect",
  replace: "Replace the token",
  disconnect: "Disconnect",
  connectFailed: "Could not connect to Slack",
  saved: "Connected to Slack",
  removed: "Disconnected from Slack",
  removeTitle: "Disconnect from Slack?",
  removeDescription:
    "The stored token is deleted. Triggers stop reading messages until another one is added.",
};
