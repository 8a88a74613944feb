/** The words about the chat platform. */
export const text = {
  message: (channel: string) => `Message in ${channel}`,
  mention: (channel: string) => `Mention in ${channel}`,
  direct: "Direct message",
  directChannel: "direct messages",
  notAllowed: {
    not_listed: (author: string) => `${author} is not among the people who may fire this condition`,
    not_a_member: (author: string) =>
      `${author} is not a member of the bot's workspace, and this condition does not name who else may fire it`,
    member_unknown: (author: string) =>
      `Slack does not say whether ${author} is a member of the workspace: give the Slack app the permission users:read`,
  },
  nobody: {
    no_member_id:
      "Nobody can fire it: allowed_user_ids has no member ID, which starts with U or W (in Slack: Profile, Copy member ID)",
    members_unknown:
      "Nobody can fire it: Slack does not say who is a member of the workspace. Give the Slack app the permission users:read, name people in allowed_user_ids, or set allow_everyone",
  },
  filtered: (author: string, channel: string) => `${author} in ${channel}`,
  notAll: (count: number) => `Only the first ${count} channels were read`,
  sample: "The pears of row 12 are ripe, please count them",

  off: "Chat is off (SERVICE_CHAT_INGEST_MODE), so this does not fire by itself",
  noToken: "Slack is not connected: add a bot token in Settings, Slack",
  rejected: "Slack does not accept the bot token: add another one in Settings, Slack",
  limited: (until: string) => `Slack's rate limit is used up; reading goes on at ${until}`,
  scope: (needed: string) =>
    `The Slack app lacks the permission ${needed}: add it, and install the app again`,
  unreachable: (why: string) => `Slack could not be read: ${why}`,
  incomplete: "Slack's answers are incomplete; reading goes on when they are not",
  unseen: (channel: string) => `The bot cannot read the channel ${channel}: invite it there, or check the ID`,
};
