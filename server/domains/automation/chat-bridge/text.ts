/** The words about the chat bridge. */
export const text = {
  none: "No chat bridge is set up: set SERVICE_CHAT_BRIDGE_URL and restart the service",
  unreachable: (why: string) => `The chat bridge could not be read: ${why}`,
  unlinked: "The chat bridge is not linked to an account: link it on the bridge's own page",
  unseen: (chat: string) => `The chat bridge does not know the chat ${chat}`,
  notAddressed: "Nothing in it addresses the account",
  sample: "The pears are late",
  event: (chat: string) => `Messages in ${chat}`,
  earlier: (count: number) => `(${count} earlier not shown)`,
  addressed: " [addresses you]",
  summary: (count: number, chat: string) => `${count === 1 ? "1 message" : `${count} messages`} in ${chat}`,
};
