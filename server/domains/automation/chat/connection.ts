import type { Clock } from "../../../lib/clock.ts";
import type { Skew } from "../../../lib/clock-skew.ts";
import type { BotToken } from "./bot-token.ts";
import type { Connection } from "./matching.ts";
import { slackChat } from "./slack.ts";

export interface BotConnectionDeps {
  clock: Clock;
  token: Pick<BotToken, "current">;
  apiUrl: string | null;
  skew: Skew;
  /** Each request. */
  sent(): void;
}

export type BotConnection = ReturnType<typeof botConnection>;

/** The connection that the bot's token opens, as long as it is the same. */
export function botConnection(deps: BotConnectionDeps) {
  let opened: { token: string; connection: Promise<Connection> } | null = null;

  const open = async (token: string, signal: AbortSignal): Promise<Connection> => {
    const { apiUrl, skew, sent } = deps;
    const chat = slackChat({ token, apiUrl, skew, sent, now: deps.clock.now });
    return { chat, me: await chat.me(signal) };
  };

  return {
    /** Null without a token. */
    connect(signal: AbortSignal): Promise<Connection> | null {
      const token = deps.token.current();
      if (token === null) return null;
      if (opened?.token === token) return opened.connection;
      const made = { token, connection: open(token, signal) };
      opened = made;
      // A failure is not kept.
      made.connection.catch(() => {
        if (opened === made) opened = null;
      });
      return made.connection;
    },

    /** Asks the platform who a token belongs to; throws what it refuses. */
    check: async (token: string, signal: AbortSignal) => (await open(token, signal)).me,
  };
}
