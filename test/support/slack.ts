import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export const slackToken = ["xoxb", "123456789012", "abcdefghijklmnopqrstuvwx"].join("-");

export interface FakeMessage {
  type: "message";
  ts: string;
  user?: string;
  bot_id?: string;
  subtype?: string;
  text: string;
  thread_ts?: string;
  user_team?: string;
}

interface FakeChannel {
  id: string;
  name: string;
  is_private: boolean;
  is_im: boolean;
  /** Whether the bot is in it. */
  isJoined: boolean;
  messages: FakeMessage[];
}

/** Another answer for the next requests; without `times` for all further ones. */
export interface SlackTrouble {
  /** Of these methods alone. */
  methods?: readonly string[];
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** Ends the connection instead. */
  isDead?: boolean;
  times?: number;
}

const me = { userId: "U0BOT0000", botId: "B0BOT0000" };

/** A fake of Slack's Web API on loopback: channels, direct messages, threads and people. */
export async function startFakeSlack() {
  const channels = new Map<string, FakeChannel>();
  const users = new Map<string, { name: string; email: string | null; more: object }>();
  const requests: { method: string; input: Record<string, string> }[] = [];
  const state = {
    /** Epoch milliseconds; null for the time of this machine. */
    clock: null as (() => number) | null,
    /** How far Slack's clock is ahead. */
    skewMs: 0,
    trouble: null as SlackTrouble | null,
    /** How many of the next pages have no way to the one after them. */
    incomplete: 0,
    pageSize: 200,
    hasScope: true,
    count: 0,
  };
  const now = (): number => (state.clock?.() ?? Date.now()) + state.skewMs;

  /** Each message has a time of its own, as on Slack. */
  function nextStamp(): string {
    state.count++;
    const at = now();
    return `${Math.floor(at / 1_000)}.${String(at % 1_000).padStart(3, "0")}${String(state.count % 1_000).padStart(3, "0")}`;
  }

  function channelOf(id: string): FakeChannel {
    const found = channels.get(id);
    if (!found) throw new Error(`The fake has no channel ${id}`);
    return found;
  }

  const slack = {
    me,
    state,
    /** Newest last. */
    requests,
    now,

    channel(id: string, more: Partial<FakeChannel> = {}): FakeChannel {
      const made = {
        id,
        name: id.toLowerCase(),
        is_private: false,
        is_im: id.startsWith("D"),
        isJoined: true,
        messages: [],
        ...more,
      };
      channels.set(id, made);
      return made;
    },
    /** `more`: other properties of the user, as Slack names them. */
    person(id: string, name: string, email: string | null = `${name.toLowerCase()}@example.com`, more = {}) {
      users.set(id, { name, email, more });
    },

    /** Somebody writes; the bot if the user is its own. */
    write(channel: string, user: string, words: string, more: Partial<FakeMessage> = {}): FakeMessage {
      const message: FakeMessage = { type: "message", ts: nextStamp(), user, text: words, ...more };
      if (user === me.userId) message.bot_id = me.botId;
      if (user.startsWith("B")) Object.assign(message, { bot_id: user, user: undefined });
      channelOf(channel).messages.push(message);
      return message;
    },

    /** What the Events API sends about a message. */
    payload(channel: string, message: FakeMessage, event: "message" | "app_mention" = "message") {
      const type = channelOf(channel).is_im ? "im" : "channel";
      return {
        event,
        body: {
          type: "event_callback",
          event_id: `Ev${message.ts}${event}`,
          event: { ...message, type: event, channel, ...(event === "message" && { channel_type: type }) },
        },
      };
    },
    fail: (with_: SlackTrouble | null): void => void (state.trouble = with_),
    count: (method: string): number => requests.filter((request) => request.method === method).length,
  };

  const methods: Record<string, (input: Record<string, string>) => object> = {
    "auth.test": () => ({
      url: "https://orchard.slack.com/",
      team: "Orchard",
      user: "signalbox",
      team_id: "T0",
      user_id: me.userId,
      bot_id: me.botId,
    }),
    "conversations.list": (input) =>
      page([...channels.values()].filter(({ is_im }) => !is_im).map(shown), "channels", input),
    "users.conversations": (input) =>
      page(
        [...channels.values()]
          .filter(({ is_im, isJoined }) => isJoined && is_im === (input["types"] === "im"))
          .map(shown),
        "channels",
        input,
      ),
    "conversations.info": ({ channel = "" }) => {
      const found = channels.get(channel);
      return found ? { channel: shown(found) } : refused("channel_not_found");
    },
    "conversations.history"({ channel = "", oldest = "0", ...input }) {
      const found = channels.get(channel);
      if (!found) return refused("channel_not_found");
      if (!found.isJoined) return refused("not_in_channel");
      const top = found.messages.filter(
        ({ ts, thread_ts, subtype }) =>
          (thread_ts === undefined || thread_ts === ts || subtype === "thread_broadcast") && ts >= oldest,
      );
      const listed = top.map((message) => withReplies(message, found.messages));
      return page(listed.toReversed(), "messages", input);
    },
    "conversations.replies"({ channel = "", ts = "", oldest = "0", ...input }) {
      const messages = channels.get(channel)?.messages ?? [];
      const first = messages.find((message) => message.ts === ts);
      if (!first) return refused("thread_not_found");
      const replies = messages.filter(
        (message) => message.thread_ts === ts && message.ts !== ts && message.ts >= oldest,
      );
      return page([withReplies(first, messages), ...replies], "messages", input);
    },
    "users.info"({ user = "" }) {
      const found = users.get(user);
      if (!state.hasScope) return refused("missing_scope", { needed: "users:read" });
      if (!found) return refused("user_not_found");
      const profile = { real_name: found.name, ...(found.email !== null && { email: found.email }) };
      return { user: { id: user, team_id: "T0", name: found.name, profile, ...found.more } };
    },
  };

  function page(all: readonly object[], list: string, input: Record<string, string>): object {
    const from = Number(input["cursor"] ?? 0);
    const size = Math.min(Number(input["limit"] ?? 100), state.pageSize);
    const items = all.slice(from, from + size);
    const hasMore = from + size < all.length;
    if (state.incomplete > 0) {
      state.incomplete--;
      return { [list]: items.slice(0, 1), has_more: true, response_metadata: { next_cursor: "" } };
    }
    const next = hasMore ? String(from + size) : "";
    return { [list]: items, has_more: hasMore, response_metadata: { next_cursor: next } };
  }

  function troubleOf(method: string): SlackTrouble | null {
    const { trouble } = state;
    if (!trouble || (trouble.methods && !trouble.methods.includes(method))) return null;
    if (trouble.times !== undefined)
      state.trouble = trouble.times > 1 ? { ...trouble, times: trouble.times - 1 } : null;
    return trouble;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = (request.url ?? "").slice(1);
    const input = Object.fromEntries(new URLSearchParams(await text(request)));
    requests.push({ method, input });
    const trouble = troubleOf(method);
    if (trouble?.isDead === true) return void request.socket.destroy();
    const isKnown = request.headers.authorization === `Bearer ${slackToken}`;
    const answer = isKnown
      ? (methods[method]?.(input) ?? refused("unknown_method"))
      : refused("invalid_auth");
    response.writeHead(trouble?.status ?? 200, {
      "content-type": "application/json; charset=utf-8",
      date: new Date(now()).toUTCString(),
      ...trouble?.headers,
    });
    response.end(JSON.stringify(trouble ? (trouble.body ?? { ok: false }) : { ok: true, ...answer }));
  }

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    ...slack,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type FakeSlack = Awaited<ReturnType<typeof startFakeSlack>>;

const refused = (error: string, more: object = {}): object => ({ ok: false, error, ...more });

const shown = ({ id, name, is_private, is_im, messages }: FakeChannel) => ({
  id,
  ...(!is_im && { name, is_private, num_members: 2 + messages.length }),
  is_im,
});

function withReplies(message: FakeMessage, all: readonly FakeMessage[]) {
  const replies = all.filter(({ ts, thread_ts }) => thread_ts === message.ts && ts !== message.ts);
  const last = replies.at(-1);
  return last
    ? { ...message, thread_ts: message.ts, reply_count: replies.length, latest_reply: last.ts }
    : message;
}
