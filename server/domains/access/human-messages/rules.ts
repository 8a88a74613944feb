import type { CaptureGap } from "./model.ts";

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

const labels: Readonly<Record<string, string>> = {
  web_ui: "Board",
  browser_extension: "Browser extension",
  assistant: "Assistant",
  chat: "Chat",
  code_host: "Code host",
} satisfies Record<Channel, string>;

export const channelLabel = (channel: string): string => labels[channel] ?? channel;

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

/** Why a channel is not captured, and what to do about it. */
export interface GapExplanation {
  reason: string;
  remedy: string;
}

/** One gap for each genesis in the tree whose channel is not captured. */
export function findGaps(
  sessions: readonly { id: number; genesis: string }[],
  explanations: Readonly<Partial<Record<Channel, GapExplanation>>>,
): CaptureGap[] {
  const gaps = new Map<string, CaptureGap>();
  for (const { id, genesis } of sessions) {
    const channel = channelByGenesis[genesis];
    const explanation = channel && explanations[channel];
    if (!explanation) continue;
    const gap = gaps.get(genesis) ?? {
      channel,
      channel_label: channelLabel(channel),
      genesis,
      session_ids: [],
      ...explanation,
    };
    gap.session_ids.push(id);
    gaps.set(genesis, gap);
  }
  return [...gaps.values()];
}
