import type { CaptureGap } from "./model.ts";

/** By which a person's words reach a session. */
export type Channel = "web_ui" | "browser_extension" | "assistant" | "chat" | "code_host";

export type WrittenAs =
  | "new_session"
  | "quick_router"
  | "follow_up"
  | "enqueued_message"
  | "enqueued_message_edited";

/** Characters of one message that are kept. */
export const contentLimit = 500_000;

const labels: Readonly<Record<string, string>> = {
  web_ui: "Board",
  browser_extension: "Browser extension",
  assistant: "Assistant",
  chat: "Chat",
  code_host: "Code host",
} satisfies Record<Channel, string>;

export const channelLabel = (channel: string): string => labels[channel] ?? channel;

/** What a session came from, where that is a place at which a person may have spoken. */
const channelOf: Readonly<Partial<Record<string, Channel>>> = {
  web_ui: "web_ui",
  chat: "chat",
  code_host_issue: "code_host",
  code_host_label: "code_host",
};

/** Where a kind of caller writes, for those whose words may be a person's own. */
export const placeOf = {
  board: { channel: "web_ui", entryPoint: "web_ui" },
  extension: { channel: "browser_extension", entryPoint: "browser_extension" },
  native: { channel: "assistant", entryPoint: "mobile_app" },
  mcp_client: { channel: "assistant", entryPoint: "mcp" },
} as const satisfies Record<string, { channel: Channel; entryPoint: string }>;

/** Why nothing is heard on a channel, and what would change it. */
export interface Silence {
  reason: string;
  remedy: string;
}

/** One gap for each origin in the tree whose channel nobody listens to. */
export function findGaps(
  sessions: readonly { id: number; genesis: string }[],
  silences: Readonly<Partial<Record<Channel, Silence>>>,
): CaptureGap[] {
  const gaps = new Map<string, CaptureGap>();
  for (const { id, genesis } of sessions) {
    const channel = channelOf[genesis];
    const silence = channel && silences[channel];
    if (!silence) continue;
    const gap = gaps.get(genesis) ?? {
      channel,
      channel_label: channelLabel(channel),
      genesis,
      session_ids: [],
      ...silence,
    };
    gap.session_ids.push(id);
    gaps.set(genesis, gap);
  }
  return [...gaps.values()];
}
