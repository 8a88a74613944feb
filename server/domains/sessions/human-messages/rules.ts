/** How a person's message reaches a session. */
export type Channel = "web_ui" | "browser_extension" | "assistant" | "chat" | "code_host";

export type WrittenAs =
  | "new_session"
  | "quick_router"
  | "follow_up"
  | "enqueued_message"
  | "enqueued_message_edited";

/** Longer messages are cut to this many characters. */
export const contentLimit = 500_000;

/** The channel of each genesis that a person may have written through. */
const channelByGenesis: Readonly<Partial<Record<string, Channel>>> = {
  web_ui: "web_ui",
  chat: "chat",
  code_host_issue: "code_host",
  code_host_label: "code_host",
};

/** Channel and entry point of each kind of caller whose messages may be a person's own. */
export const entryPoints = {
  board: { channel: "web_ui", entryPoint: "web_ui" },
  extension: { channel: "browser_extension", entryPoint: "browser_extension" },
  native: { channel: "assistant", entryPoint: "mobile_app" },
  mcp_client: { channel: "assistant", entryPoint: "mcp" },
} as const satisfies Record<string, { channel: Channel; entryPoint: string }>;

/** Why messages of a channel are not recorded. */
export type GapReason = "unknown_owner" | "not_connected";

export interface Gap {
  channel: Channel;
  genesis: string;
  sessionIds: number[];
  why: GapReason;
}

/** One gap for each genesis in the tree whose channel is not recorded. */
export function findGaps(
  sessions: readonly { id: number; genesis: string }[],
  unrecorded: Readonly<Partial<Record<Channel, GapReason>>>,
): Gap[] {
  const gaps = new Map<string, Gap>();
  for (const { id, genesis } of sessions) {
    const channel = channelByGenesis[genesis];
    const why = channel && unrecorded[channel];
    if (!why) continue;
    const gap = gaps.get(genesis) ?? { channel, genesis, sessionIds: [], why };
    gap.sessionIds.push(id);
    gaps.set(genesis, gap);
  }
  return [...gaps.values()];
}
