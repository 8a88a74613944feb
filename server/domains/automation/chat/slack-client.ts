import type { WebClient } from "@slack/web-api";
import { z } from "zod";
import type { Skew } from "../../../lib/clock-skew.ts";
import { type HostFetch, hostFetch } from "../../../lib/fetch/index.ts";
import { ChatError, chatErrorOf } from "./chat-errors.ts";

export interface ChatAccess {
  token: string;
  /** Null for Slack's own. */
  apiUrl: string | null;
  now(): number;
  skew: Skew;
  /** Each request. */
  sent(): void;
}

const callLimitMs = 20_000;
const pageSize = 200;
const mostPages = 100;

/** Calls of Slack's Web API. They throw ChatLimited once a rate limit is exceeded, and ChatError for what Slack refuses. */
export function slackClient(access: ChatAccess) {
  let made: Promise<WebClient> | undefined;
  const ask = hostFetch({ limitMs: callLimitMs });

  /** The date of each answer says how far Slack's clock is from ours. */
  const measuredFetch: HostFetch = async (address, init) => {
    access.sent();
    const answer = await ask(address, init);
    const at = Date.parse(answer.headers.get("date") ?? "");
    if (!Number.isNaN(at)) access.skew.measured(at - access.now());
    return answer;
  };

  /** Loaded with the first request: most services never make one. */
  async function makeClient(): Promise<WebClient> {
    const { WebClient: Client, LogLevel } = await import("@slack/web-api");
    return new Client(access.token, {
      ...(access.apiUrl !== null && { slackApiUrl: `${access.apiUrl}/` }),
      logLevel: LogLevel.ERROR,
      logger: silent,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      allowAbsoluteUrls: false,
      fetch: measuredFetch,
    });
  }

  async function call<Answer>(
    signal: AbortSignal,
    { method, input, answer }: { method: string; input: object; answer: z.ZodType<Answer> },
  ): Promise<Answer> {
    signal.throwIfAborted();
    made ??= makeClient();
    const client = await made;
    const stopped = Promise.withResolvers<never>();
    const stop = (): void => stopped.reject(signal.reason);
    signal.addEventListener("abort", stop);
    try {
      return answer.parse(await Promise.race([client.apiCall(method, { ...input }), stopped.promise]));
    } catch (error) {
      throw signal.aborted ? signal.reason : chatErrorOf(error, access.now());
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  /** Every page; throws if there is no way to the next one, so that nothing is left out unseen. */
  async function all<Item>(
    signal: AbortSignal,
    of: { method: string; input: object; list: string; item: z.ZodType<Item> },
  ): Promise<Item[]> {
    const items: Item[] = [];
    let cursor = "";
    for (let number = 0; number < mostPages; number++) {
      const input = { ...of.input, limit: pageSize, ...(cursor !== "" && { cursor }) };
      const answer = await call(signal, { method: of.method, input, answer: pageOf });
      const listed = answer[of.list];
      for (const found of Array.isArray(listed) ? listed : []) {
        const read = of.item.safeParse(found);
        if (read.success) items.push(read.data);
      }
      cursor = answer.response_metadata?.next_cursor ?? "";
      if (cursor === "" && answer.has_more === true) throw new ChatError("incomplete");
      if (cursor === "") return items;
    }
    throw new ChatError("too_many_pages");
  }

  return { call, all };
}

const silent = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  setLevel: () => {},
  getLevel: () => "error" as never,
  setName: () => {},
};

const pageOf = z.looseObject({
  has_more: z.boolean().optional(),
  response_metadata: z.object({ next_cursor: z.string().optional() }).optional(),
});
