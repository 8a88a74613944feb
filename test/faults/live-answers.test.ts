import { expect, it } from "vitest";
import type {
  ConversationTurn,
  LiveConversation,
  LiveConversationWithTurns,
} from "../../server/domains/live/conversations/model.ts";
import { liveCatalog } from "../support/live.ts";
import { type ReplyScript, startLiveProvider } from "../support/live-provider.ts";
import { makeTestFolder } from "../support/test-folder.ts";
import { type FaultyService, startFaultyService } from "./support/faulty-service.ts";

const patience = { timeout: 60_000, interval: 100 };

/** When the service is killed: in the middle of the model's answer, or when its last byte is sent and no row may be there. */
const faultPoints = (["calls", "words"] as const).flatMap((step) =>
  (["content", "end"] as const).map((at) => ({ step, at })),
);

it("answers a message once and runs its tool once, whenever it is killed between the model and the rows", {
  timeout: 240_000,
}, async () => {
  await using folder = await makeTestFolder();
  await using provider = await startLiveProvider();
  await using service = await startFaultyService({
    folder: folder.path,
    environment: {
      SERVICE_CATALOG: await liveCatalog(),
      SERVICE_LIVE_PROVIDER_KEY: provider.key,
      SERVICE_LIVE_PROVIDER_URL: provider.url,
    },
  });
  const person = await personOf(service);
  const repository = await service.repository();
  const started = await person.post<{ live_conversation: LiveConversation }>("/live_conversations", {});
  const { id } = started.live_conversation;
  await expect.poll(async () => (await person.get(id)).status, patience).toBe("active");

  for (const [round, { step, at }] of faultPoints.entries()) {
    const title = `Round ${round}`;
    let kill: (() => void) | null = () => service.process().kill("SIGKILL");
    const sent = (what: "content" | "end"): void => {
      if (what !== at) return;
      kill?.();
      kill = null;
    };
    provider.otherwise((input): ReplyScript => {
      const isTold = input.at(-1)?.type === "function_call_output";
      const start = { name: "start_session", arguments: { title, git_root: repository } };
      if (isTold) return { says: [`${title} is started.`], ...(step === "words" && { sent }) };
      return { calls: [start], ...(step === "calls" && { sent }) };
    });
    const message = await person.post<{ turn: ConversationTurn }>(`/live_conversations/${id}/messages`, {
      content: `Start ${title}`,
    });
    await service.process().exited;
    expect(kill, title).toBeNull();
    await service.start();
    await expect.poll(async () => replyOf(await person.get(id), message.turn.id), patience).toBe("done");
    const { turns } = await person.get(id);
    expect(turns.slice(-3).map(({ role, content, tool_name }) => tool_name ?? `${role}: ${content}`)).toEqual(
      [`user: Start ${title}`, "start_session", `assistant: ${title} is started.`],
    );
    expect(turns).toHaveLength(3 * (round + 1));
    const { body } = await service.call<{ sessions: { title: string }[] }>("GET", "/sessions?per_page=100");
    expect(body.sessions.filter((one) => one.title === title)).toHaveLength(1);
  }
});

const replyOf = ({ turns }: LiveConversationWithTurns, turnId: number): string | null | undefined =>
  turns.find((turn) => turn.id === turnId)?.reply;

/** Calls of a program that acts for its person. */
async function personOf(service: FaultyService) {
  const { stdout } = service.run(["grant", "--email", "ada@example.org", "--privilege", "act_as_human"]);
  const { access_token: token } = JSON.parse(stdout) as { access_token: string };
  const options = { key: null, headers: { authorization: `Bearer ${token}` } };
  return {
    async post<T>(path: string, body: object): Promise<T> {
      const answer = await service.call<T>("POST", path, body, options);
      if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    async get(id: number): Promise<LiveConversationWithTurns> {
      const { body } = await service.call<{ live_conversation: LiveConversationWithTurns }>(
        "GET",
        `/live_conversations/${id}`,
        undefined,
        options,
      );
      return body.live_conversation;
    },
  };
}
