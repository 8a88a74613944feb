import type { Page } from "playwright-core";
import type { LiveConversationWithTurns } from "../../server/domains/live/conversations/model.ts";
import { requestFromPage } from "./board-page.ts";
import { type BoardPage, startServiceWithBoard } from "./browser.ts";
import { liveCatalog } from "./live.ts";
import { type LiveProviderFake, startLiveProvider } from "./live-provider.ts";
import type { RealtimeCall } from "./realtime-call.ts";
import type { TestService } from "./service.ts";

export interface LiveBoard extends AsyncDisposable {
  service: TestService;
  provider: LiveProviderFake;
  /** The open conversation, else the newest one. */
  conversation(): Promise<LiveConversationWithTurns>;
  /** Its turns as lines. */
  rows(): Promise<string[]>;
  /** Starts a call from the page; resolves with the provider's end of it once the page shows this state. */
  talk(page: Page, shown?: string): Promise<RealtimeCall>;
}

/** A service whose board can talk with a provider on loopback. */
export async function startLiveBoard(): Promise<LiveBoard> {
  const provider = await startLiveProvider();
  const service = await startServiceWithBoard({
    environment: {
      SERVICE_CATALOG: await liveCatalog(),
      SERVICE_LIVE_PROVIDER_KEY: provider.key,
      SERVICE_LIVE_PROVIDER_URL: provider.url,
    },
  });

  async function conversation(): Promise<LiveConversationWithTurns> {
    const { body } = await service.call<{ current_id: number | null; live_conversations: { id: number }[] }>(
      "GET",
      "/live_conversations",
    );
    const id = body.current_id ?? body.live_conversations[0]?.id;
    const one = await service.call<{ live_conversation: LiveConversationWithTurns }>(
      "GET",
      `/live_conversations/${id}`,
    );
    return one.body.live_conversation;
  }

  return {
    service,
    provider,
    conversation,
    rows: async () =>
      (await conversation()).turns.map(({ role, content, tool_name }) => `${role}: ${tool_name ?? content}`),
    async talk(page, shown = "Listening") {
      const before = provider.calls.length;
      await page.getByRole("button", { name: "Start talking" }).click();
      const call = await provider.call(before);
      await state(page, shown).waitFor();
      return call;
    },
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}

export const panel = (page: Page) => page.getByRole("complementary", { name: "Talk to your sessions" });
/** What the button of a call says. */
export const state = (page: Page, words: string) =>
  panel(page).getByRole("status").filter({ hasText: words });

export async function openPanel({ page }: Pick<BoardPage, "page">): Promise<void> {
  await page.getByRole("button", { name: "Talk", exact: false }).first().click();
  await panel(page).waitFor();
}

/** Changes settings of live mode as the page does. */
export const changeSettings = (board: BoardPage, body: object) =>
  requestFromPage(board, { method: "PATCH", path: "/live/settings", body });

/** What the provider sends when the person has said something. */
export function hear(call: RealtimeCall, id: string, transcript: string): void {
  call.send({ type: "input_audio_buffer.speech_started", item_id: id });
  call.send({ type: "input_audio_buffer.speech_stopped", item_id: id });
  call.send({
    type: "conversation.item.added",
    previous_item_id: null,
    item: { id, type: "message", role: "user" },
  });
  call.send({ type: "conversation.item.input_audio_transcription.completed", item_id: id, transcript });
}

export function say(call: RealtimeCall, id: string, transcript: string): void {
  const item = { id, type: "message", role: "assistant", content: [{ type: "output_audio", transcript }] };
  call.send({ type: "response.created", response: { id: `resp_${id}` } });
  call.send({ type: "conversation.item.added", previous_item_id: null, item: { ...item, content: [] } });
  call.send({ type: "output_audio_buffer.started", response_id: `resp_${id}` });
  call.send({ type: "response.output_audio_transcript.delta", item_id: id, delta: transcript });
  call.send({
    type: "response.done",
    response: { id: `resp_${id}`, status: "completed", output: [item], usage },
  });
}

const usage = {
  total_tokens: 300,
  input_token_details: { text_tokens: 100, audio_tokens: 100, cached_tokens: 0 },
  output_token_details: { text_tokens: 20, audio_tokens: 80 },
};

export function askTool(call: RealtimeCall, ...tools: { id: string; name: string; sent: object }[]): void {
  const output = tools.map(({ id, name, sent }) => ({
    id: `item_${id}`,
    type: "function_call",
    call_id: id,
    name,
    arguments: JSON.stringify(sent),
  }));
  call.send({ type: "response.created", response: { id: "resp_tools" } });
  call.send({
    type: "response.done",
    response: { id: `resp_${tools[0]?.id}`, status: "completed", output, usage },
  });
}
