/** What the service adds to a live conversation: to a tool call, to a secret for a call, and to the first word of an answer. */
import { randomUUID } from "node:crypto";
import type { ConversationTurn, LiveConversation } from "../../server/domains/live/conversations/model.ts";
import { enterBoard } from "../support/board.ts";
import { followEvents } from "../support/event-stream.ts";
import { liveCatalog } from "../support/live.ts";
import { startLiveProvider } from "../support/live-provider.ts";
import { accessToken } from "./access-token.ts";
import type { BenchFolders } from "./bench-folders.ts";
import { benchTool } from "./mcp-call.ts";
import { type Measurement, median } from "./measurement.ts";
import { startServiceProcess } from "./server-process.ts";
import { serviceEnvironment } from "./service-environment.ts";

const toolCalls = 300;
const secrets = 60;
const answers = 40;
const warmUp = 20;

export async function liveModeBench(bed: BenchFolders): Promise<Measurement[]> {
  await using provider = await startLiveProvider();
  const environment = {
    ...serviceEnvironment(await bed.folder("live-mode")),
    SERVICE_CATALOG: await liveCatalog(),
    SERVICE_LIVE_PROVIDER_KEY: provider.key,
    SERVICE_LIVE_PROVIDER_URL: provider.url,
  };
  await using service = await startServiceProcess(environment);
  const token = await accessToken({ ...environment, SERVICE_PORT: new URL(service.url).port });
  const post = postTo(`${service.url}/api/v1`, token);
  await post("/live/settings/reset", {});
  const begin = async (mode: string): Promise<number> => {
    const { live_conversation } = await post<{ live_conversation: LiveConversation }>("/live_conversations", {
      mode,
    });
    return live_conversation.id;
  };

  const spoken = await begin("voice");
  await settled(() => post(`/live_conversations/${spoken}/session_update`, {}));
  const tool = () =>
    post(`/live_conversations/${spoken}/tool_calls`, {
      name: benchTool,
      arguments: '{"badge_only":true}',
      call_id: randomUUID(),
    });
  const read = async (): Promise<void> => {
    const answer = await fetch(`${service.url}/api/v1/notifications/badge`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await answer.arrayBuffer();
  };
  const mint = () => post(`/live_conversations/${spoken}/client_secret`, {});
  const direct = () =>
    postTo(provider.url, provider.key)("/realtime/client_secrets", { session: { type: "realtime" } });
  await Promise.all([times(warmUp, tool), times(warmUp, read), times(warmUp, mint), times(warmUp, direct)]);
  const [ofTools, ofReads] = [await times(toolCalls, tool), await times(toolCalls, read)];
  const [ofMints, ofDirect] = [await times(secrets, mint), await times(secrets, direct)];
  const firstWords = await timesToFirstWord({ service, provider, post, begin });
  return [
    {
      figure: "tool call of a live conversation, beyond reading the same over REST, p99",
      unit: "ms",
      measured: percentile(ofTools, 0.99) - median(ofReads),
      reference: median(ofReads),
      against: "the same read over REST, median",
      goal: { on: "measured", bound: "at most", value: 20 },
    },
    {
      figure: "secret for a call, beyond asking the provider directly",
      unit: "ms",
      measured: median(ofMints) - median(ofDirect),
      reference: median(ofDirect),
      against: "the provider on loopback, asked directly",
    },
    {
      figure: "first word on the board after the provider's first byte",
      unit: "ms",
      measured: median(firstWords),
      reference: percentile(firstWords, 0.95),
      against: "its 95th percentile",
      goal: { on: "measured", bound: "at most", value: 15 },
    },
  ];
}

type Post = <T = unknown>(path: string, body: object) => Promise<T>;

const postTo =
  (url: string, token: string): Post =>
  async <T>(path: string, body: object) => {
    const response = await fetch(url + path, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer as T;
  };

/** The board's stream runs in this process, as does the provider, so both have one clock. */
async function timesToFirstWord(of: {
  service: { url: string };
  provider: Awaited<ReturnType<typeof startLiveProvider>>;
  post: Post;
  begin(mode: string): Promise<number>;
}): Promise<number[]> {
  const id = await of.begin("text");
  // The bench's board is open without a sign-in.
  const board = await enterBoard(of.service.url, of.service.url);
  const found: number[] = [];
  for (let count = 0; count < answers; count += 1) {
    await using events = await followEvents({ url: of.service.url, board });
    const { promise, resolve } = Promise.withResolvers<void>();
    of.provider.script({ says: ["Hello"], after: promise });
    const asked = of.provider.requests("/v1/responses").length;
    const { turn } = await of.post<{ turn: ConversationTurn }>(`/live_conversations/${id}/messages`, {
      content: "Hi",
    });
    await settled(async () => {
      if (of.provider.requests("/v1/responses").length === asked) throw new Error("not asked yet");
    });
    const startedAt = performance.now();
    resolve();
    await events.next(
      (event) => event.type === "live_partial" && event.reply_to === turn.id && event.text !== null,
    );
    found.push(performance.now() - startedAt);
    await events.next((event) => event.type === "live_partial" && event.text === null);
  }
  return found.slice(1);
}

/** Again until it succeeds. */
async function settled(work: () => Promise<unknown>): Promise<void> {
  for (let left = 200; left > 0; left -= 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (left === 1) throw error;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}

async function times(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const found: number[] = [];
  for (let done = 0; done < count; done += 1) {
    const startedAt = performance.now();
    await work();
    found.push(performance.now() - startedAt);
  }
  return found;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
