import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type {
  ConversationTurn,
  LiveConversation,
  LiveConversationWithTurns,
} from "../../server/domains/live/conversations/model.ts";
import { type BoardService, startBoardService } from "./board.ts";
import { type LiveProviderFake, startLiveProvider } from "./live-provider.ts";

export interface LiveService extends BoardService {
  provider: LiveProviderFake;
  live: LiveClient;
}

/** A person's calls, from the board. */
export interface LiveClient {
  /** A conversation that is ready. */
  start(mode?: "text" | "voice"): Promise<LiveConversation>;
  get(id: number, afterTurnId?: number): Promise<LiveConversationWithTurns>;
  /** Sends a message and waits for its answer or failure. */
  say(id: number, content: string): Promise<LiveConversationWithTurns>;
  until(id: number, fits: (one: LiveConversationWithTurns) => boolean): Promise<LiveConversationWithTurns>;
}

/** A catalog with the agent root of live conversations. */
export async function liveCatalog(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "signalbox-live-"));
  const root = {
    live: { description: "Knows the shop's words: the till is the checkout.", user_invocable: false },
  };
  await writeFile(join(folder, "air.json"), JSON.stringify({ name: "live-test", roots: ["./roots.json"] }));
  await writeFile(join(folder, "roots.json"), JSON.stringify(root));
  return join(folder, "air.json");
}

export async function startLiveService(
  options: Parameters<typeof startBoardService>[0] = {},
): Promise<LiveService> {
  const provider = await startLiveProvider();
  const environment = {
    SERVICE_CATALOG: await liveCatalog(),
    SERVICE_LIVE_PROVIDER_KEY: provider.key,
    SERVICE_LIVE_PROVIDER_URL: provider.url,
    ...options.environment,
  };
  const service = await startBoardService({ ...options, environment });
  return {
    ...service,
    provider,
    live: liveClient(service),
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}

const patienceMs = 20_000;
const lookEveryMs = 25;

export function liveClient({ board }: Pick<BoardService, "board">): LiveClient {
  const get: LiveClient["get"] = async (id, afterTurnId) => {
    const query = afterTurnId === undefined ? "" : `?after_turn_id=${afterTurnId}`;
    const { body } = await board.call<{ live_conversation: LiveConversationWithTurns }>(
      "GET",
      `/live_conversations/${id}${query}`,
    );
    return body.live_conversation;
  };

  const until: LiveClient["until"] = async (id, fits) => {
    const end = Date.now() + patienceMs;
    for (;;) {
      const one = await get(id);
      if (fits(one)) return one;
      if (Date.now() > end) throw new Error(`The conversation did not get there: ${JSON.stringify(one)}`);
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    }
  };

  return {
    get,
    until,

    async start(mode = "text") {
      const { body, status } = await board.call<{ live_conversation: LiveConversation }>(
        "POST",
        "/live_conversations",
        { mode },
      );
      if (status !== 201) throw new Error(`No conversation: ${JSON.stringify(body)}`);
      return until(body.live_conversation.id, (one) => one.status !== "preparing");
    },

    async say(id, content) {
      const { body, status } = await board.call<{ turn: ConversationTurn }>(
        "POST",
        `/live_conversations/${id}/messages`,
        {
          content,
        },
      );
      if (status !== 201) throw new Error(`Not sent: ${JSON.stringify(body)}`);
      return until(id, ({ turns }) => turns.find((turn) => turn.id === body.turn.id)?.reply !== "pending");
    },
  };
}
