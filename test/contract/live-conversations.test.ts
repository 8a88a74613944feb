import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type {
  ConversationTurn,
  LiveAvailability,
  LiveConversation,
  LiveConversationWithTurns,
} from "../../server/domains/live/conversations/model.ts";
import { startBoardService } from "../support/board.ts";
import { followEvents } from "../support/event-stream.ts";
import { type LiveService, liveCatalog, liveClient, startLiveService } from "../support/live.ts";
import { startLiveProvider } from "../support/live-provider.ts";
import { startTestService } from "../support/service.ts";
import { proves } from "./proves.ts";

// Some start a service of their own.
vi.setConfig({ testTimeout: 120_000 });

let service: LiveService;

beforeAll(async () => {
  service = await startLiveService();
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(() => {
  service.provider.received.length = 0;
});

const post = <T = Record<string, unknown>>(path: string, body?: unknown) =>
  service.board.call<T & { message: string; reasons?: string[] }>("POST", path, body);
const words = ({ turns }: LiveConversationWithTurns): string[] =>
  turns.map(({ role, content, tool_name }) => `${role}: ${tool_name ?? content}`);

proves("E90", "R158")("the state of live mode names what is missing, and asks nobody", async () => {
  const { body } = await service.call<LiveAvailability>("GET", "/live");
  expect(body).toMatchObject({ available: true, key_configured: true, root_present: true, reasons: [] });
  expect(body.modes.map(({ mode, model }) => [mode, model])).toEqual([
    ["text", "gpt-6-luna"],
    ["voice", "gpt-realtime-2.1"],
  ]);
  expect(service.provider.received).toEqual([]);
  await using bare = await startTestService({ environment: { OPENAI_API_KEY: "" } });
  const { status, body: off } = await bare.call<LiveAvailability>("GET", "/live");
  expect(status).toBe(200);
  expect(off).toMatchObject({ available: false, key_configured: false, root_present: false });
  expect(off.reasons).toEqual([expect.stringContaining("SERVICE_LIVE_PROVIDER_KEY")]);
});

proves(
  "E92",
  "R158",
  "X50",
)("without what it needs, a start is refused with every reason", async () => {
  const bare = await startLiveService({
    environment: { SERVICE_LIVE_ROOT: "nobody", SERVICE_LIVE_PROVIDER_KEY: "", OPENAI_API_KEY: "" },
  });
  await using _closing = bare;
  const { status, body } = await bare.board.call("POST", "/live_conversations", {});
  expect(status).toBe(503);
  expect(body["reasons"]).toEqual([expect.stringContaining("add one in the settings of live mode")]);
});

it("a key that was given on the board is enough, at once and without an agent root; no answer has it", async () => {
  const bare = await startLiveService({
    environment: { SERVICE_LIVE_ROOT: "nobody", SERVICE_LIVE_PROVIDER_KEY: "", OPENAI_API_KEY: "" },
  });
  await using _closing = bare;
  const { key } = bare.provider;
  expect((await bare.board.call("GET", "/live/key")).body).toEqual({ source: null });
  const saved = await bare.board.call("PUT", "/live/key", { key: ` ${key} ` });
  expect(saved).toMatchObject({ status: 200, body: { source: "board" } });
  expect((await bare.call<LiveAvailability>("GET", "/live")).body).toMatchObject({
    available: true,
    root_present: false,
    reasons: [],
  });
  const { id } = await bare.live.start();
  bare.provider.script({ says: ["Here I am."] });
  const said = await bare.live.say(id, "Hello");
  expect(words(said).at(-1)).toBe("assistant: Here I am.");
  expect(JSON.stringify(saved.body)).not.toContain(key);
  expect((await bare.board.call("DELETE", "/live/key")).body).toEqual({ source: null });
  expect((await bare.call<LiveAvailability>("GET", "/live")).body).toMatchObject({ available: false });
});

it("a key in the environment is changed there, and no API key reads or sets one", async () => {
  expect((await service.board.call("GET", "/live/key")).body).toEqual({ source: "environment" });
  expect((await service.board.call("PUT", "/live/key", { key: "sk-other" })).status).toBe(409);
  expect((await service.board.call("DELETE", "/live/key")).status).toBe(409);
  expect((await service.board.call("PUT", "/live/key", { key: " " })).status).toBe(422);
  expect((await service.call("PUT", "/live/key", { key: "sk-other" })).status).toBe(404);
});

proves(
  "E91",
  "E92",
  "E93",
  "E95",
  "R151",
  "R212",
  "X49",
)("a start ends the open conversation; the list names the open one", async () => {
  const first = await service.live.start();
  expect(first).toMatchObject({
    status: "active",
    mode: "text",
    voice: false,
    agent_root: "live",
    model: "gpt-6-luna",
    instructions_source: "agent_root",
    responding: false,
  });
  const second = await service.live.start("voice");
  expect(second).toMatchObject({ mode: "voice", voice: true, model: "gpt-realtime-2.1" });
  expect((await service.live.get(first.id)).status).toBe("ended");
  const { body } = await service.call("GET", "/live_conversations");
  expect(body).toMatchObject({ current_id: second.id, current: { voice: second.id } });
  const ended = await post<{ live_conversation: LiveConversation }>(
    `/live_conversations/${second.id}/finish`,
  );
  expect(ended.body.live_conversation).toMatchObject({ status: "ended" });
  expect(ended.body.live_conversation.ended_at).not.toBeNull();
  expect((await service.call("GET", "/live_conversations")).body).toMatchObject({
    current_id: null,
    current: {},
  });
  expect((await post("/live_conversations", { mode: "song" })).status).toBe(422);
  expect((await service.call("GET", "/live_conversations/999999")).status).toBe(404);
});

proves("E94", "R152")(
  "the mode is switched, the same mode changes nothing, and an ended one refuses",
  async () => {
    const { id } = await service.live.start();
    const before = await service.live.get(id);
    expect((await post(`/live_conversations/${id}/mode`, { mode: "text" })).status).toBe(200);
    expect(await service.live.get(id)).toEqual(before);
    expect((await post(`/live_conversations/${id}/mode`, { mode: "voice" })).body).toMatchObject({
      live_conversation: { mode: "voice", mode_label: "Voice", model: "gpt-realtime-2.1" },
    });
    expect((await post(`/live_conversations/${id}/mode`, { mode: "song" })).status).toBe(422);
    await post(`/live_conversations/${id}/finish`);
    expect((await post(`/live_conversations/${id}/mode`, { mode: "text" })).status).toBe(409);
  },
);

proves(
  "E96",
  "E93",
  "R153",
)("a typed message is answered by a job, in pieces and then as a row", async () => {
  await using events = await followEvents(service);
  service.provider.script({ says: ["Two ", "sessions ", "need you."] });
  const started = await post<{ live_conversation: LiveConversation }>("/live_conversations", {});
  const { id } = started.body.live_conversation;
  const { status, body } = await post<{ turn: ConversationTurn }>(`/live_conversations/${id}/messages`, {
    content: "  What needs me?  ",
  });
  expect(status).toBe(201);
  expect(body.turn).toMatchObject({ role: "user", source: "typed", content: "What needs me?" });
  const { turns, title, cost_dollars } = await service.live.until(id, ({ responding }) => !responding);
  expect(turns.map(({ role, content }) => [role, content])).toEqual([
    ["user", "What needs me?"],
    ["assistant", "Two sessions need you."],
  ]);
  expect(title).toBe("What needs me?");
  expect(cost_dollars).toBeCloseTo((600 * 0.1 + 400 * 0.01 + 50 * 0.5) / 1e6, 9);
  await events.next((event) => event.type === "live_partial" && event.text === null);
  const partials = events.items.flatMap(({ event }) => (event.type === "live_partial" ? [event] : []));
  const pieces = partials.filter(({ text }) => text !== null);
  expect(pieces.length).toBeGreaterThan(1);
  const shown = pieces.reduce((text, part) => text.slice(0, part.from) + part.text, "");
  expect(shown).toBe("Two sessions need you.");
  const newer = await service.live.get(id, body.turn.id);
  expect(newer.turns.map(({ role }) => role)).toEqual(["assistant"]);
  const [asked] = service.provider.requests("/v1/responses");
  expect(asked?.body).toMatchObject({ model: "gpt-6-luna", store: false, stream: true });
  expect(asked?.body["instructions"]).toContain("the till is the checkout");
});

proves("E96", "R153")("what cannot be sent is refused with its reason", async () => {
  const { id } = await service.live.start();
  const send = (content: unknown) => post(`/live_conversations/${id}/messages`, { content });
  expect((await send("   ")).status).toBe(422);
  expect((await send(null)).status).toBe(422);
  expect((await send("x".repeat(8_001))).status).toBe(422);
  expect((await send("x".repeat(8_000))).status).toBe(201);
  await post(`/live_conversations/${id}/mode`, { mode: "voice" });
  const spoken = await send("hello");
  expect([spoken.status, spoken.body.message]).toEqual([
    422,
    "Voice is on in this conversation; switch it to text to type",
  ]);
  await post(`/live_conversations/${id}/finish`);
  expect((await send("hello")).status).toBe(409);
});

it("answers messages in their order, and the second sees the answer to the first", async () => {
  const { id } = await service.live.start();
  const { promise, resolve } = Promise.withResolvers<void>();
  service.provider.script({ says: ["First."], after: promise }, { says: ["Second."] });
  await post(`/live_conversations/${id}/messages`, { content: "one" });
  await post(`/live_conversations/${id}/messages`, { content: "two" });
  resolve();
  const done = await service.live.until(
    id,
    ({ turns }) => turns.filter(({ role }) => role === "assistant").length === 2,
  );
  expect(words(done)).toEqual(["user: one", "user: two", "assistant: First.", "assistant: Second."]);
  const [, second] = service.provider.requests("/v1/responses");
  const sent = (second?.body["input"] ?? []) as { content: string }[];
  expect(sent.map(({ content }) => content)).toEqual(["one", "First.", "two"]);
});

it("runs the tools that the model asks for as the person, and gives it the results", async () => {
  const { id } = await service.live.start();
  service.provider.script(
    {
      calls: [
        { name: "what_needs_me", arguments: {} },
        { name: "get_quota", arguments: {} },
      ],
    },
    { says: ["Nothing needs you."] },
  );
  const done = await service.live.say(id, "What needs me?");
  expect(words(done)).toEqual([
    "user: What needs me?",
    "tool: what_needs_me",
    "tool: get_quota",
    "assistant: Nothing needs you.",
  ]);
  expect(done.turns[1]).toMatchObject({ tool_error: null, tool_arguments: "{}" });
  expect(done.turns[1]?.tool_output).toContain("Nothing needs the person.");
  const second = service.provider.requests("/v1/responses")[1]?.body["input"] as { type: string }[];
  expect(second.map(({ type }) => type)).toEqual([
    "message",
    "function_call",
    "function_call_output",
    "function_call",
    "function_call_output",
  ]);
});

it("says why there is no answer, and goes on with the next message", async () => {
  const { id } = await service.live.start();
  service.provider.script({ refusal: { status: 400, message: "The model is overloaded with cats" } });
  const { turns } = await service.live.say(id, "hello");
  expect(turns[0]).toMatchObject({
    reply: "failed",
    reply_error: "The provider refused: The model is overloaded with cats",
  });
  service.provider.script({ refusal: { status: 429, message: "Slow down" } }, { says: ["Here."] });
  expect((await service.live.say(id, "again")).turns.at(-1)).toMatchObject({ content: "Here." });
  service.provider.script({ says: ["Half an ans"], breaksOff: true }, { says: ["A whole answer."] });
  const after = await service.live.say(id, "and again");
  expect(words(after).filter((line) => line.includes("ans"))).toEqual(["assistant: A whole answer."]);
});

it("asks before what cannot be undone: the person's words decide, not the model", async () => {
  const { id } = await service.live.start();
  const { body: made } = await service.call<{ trigger: { id: number } }>("POST", "/triggers", trigger);
  const remove = { name: "action_trigger", arguments: { action: "delete", id: made.trigger.id } };
  service.provider.script({ calls: [remove] }, { says: ["Shall I delete it?"] });
  const asked = await service.live.say(id, "Delete the nightly trigger");
  const card = asked.turns.find(({ role }) => role === "tool");
  expect(card?.card).toMatchObject({ state: "open", reason: "irreversible" });
  const isThere = async () => (await service.call("GET", `/triggers/${made.trigger.id}`)).status === 200;
  expect(await isThere()).toBe(true);
  const pass = { name: "answer_card", arguments: { card_id: card?.id, answer: "do_it" } };
  service.provider.script({ calls: [pass] }, { says: ["Say yes or no."] });
  await service.live.say(id, "What would happen then?");
  expect(await isThere()).toBe(true);
  service.provider.script({ calls: [pass] }, { says: ["Deleted."] });
  const done = await service.live.say(id, "Yes, do it");
  expect(done.turns.find((turn) => turn.id === card?.id)?.card?.state).toBe("done");
  expect(await isThere()).toBe(false);
});

it("lets the person answer a card with a button, once", async () => {
  const { id } = await service.live.start();
  const { body: made } = await service.call<{ trigger: { id: number } }>("POST", "/triggers", trigger);
  service.provider.script(
    { calls: [{ name: "action_trigger", arguments: { action: "delete", id: made.trigger.id } }] },
    { says: ["Shall I?"] },
  );
  const { turns } = await service.live.say(id, "Delete it");
  const card = turns.find(({ role }) => role === "tool");
  const answer = (said: string) =>
    post<{ turn: ConversationTurn }>(`/live_conversations/${id}/cards/${card?.id}`, { answer: said });
  expect((await answer("no")).body.turn).toMatchObject({ card: { state: "refused" } });
  expect((await answer("do_it")).status).toBe(409);
  expect((await service.call("GET", `/triggers/${made.trigger.id}`)).status).toBe(200);
});

const trigger = {
  name: "Nightly",
  agent_root_name: "live",
  prompt_template: "Look at the build",
  trigger_conditions_attributes: [
    {
      condition_type: "schedule",
      configuration: { interval: 1, unit: "days", time: "03:00", timezone: "UTC" },
    },
  ],
};

it("answers after a restart, and runs no tool twice", async () => {
  const provider = await startLiveProvider();
  await using _provider = provider;
  const environment = {
    SERVICE_CATALOG: await liveCatalog(),
    SERVICE_LIVE_PROVIDER_KEY: provider.key,
    SERVICE_LIVE_PROVIDER_URL: provider.url,
  };
  const before = await startBoardService({ environment });
  const { id } = await liveClient(before).start();
  const start = {
    name: "start_session",
    arguments: { title: "Only once", git_root: await before.repository() },
  };
  const { promise: never } = Promise.withResolvers<void>();
  provider.script({ calls: [start] }, { after: never });
  await before.board.call("POST", `/live_conversations/${id}/messages`, { content: "Start one" });
  await liveClient(before).until(id, ({ turns }) => turns.some(({ tool_output }) => tool_output !== null));
  await before.service.close();
  provider.script({ says: ["Started."] });
  await using after = await startTestService({ environment, folder: before.folder });
  const done = async () => {
    const { body } = await after.call<{ live_conversation: LiveConversationWithTurns }>(
      "GET",
      `/live_conversations/${id}`,
    );
    return body.live_conversation;
  };
  await expect.poll(async () => (await done()).responding, { timeout: 15_000 }).toBe(false);
  expect(words(await done())).toEqual(["user: Start one", "tool: start_session", "assistant: Started."]);
  const { body } = await after.call<{ sessions: { title: string }[] }>("GET", "/sessions");
  expect(body.sessions.filter(({ title }) => title === "Only once")).toHaveLength(1);
});

it("starts no answer beyond the owner's limit, which an agent cannot raise", async () => {
  const change = (body: object) => service.board.call("PATCH", "/live/settings", body);
  await change({ call_limit_dollars: 0.05 });
  const { id } = await service.live.start();
  const usage = { response_id: "resp_big", audio_output_tokens: 1_000 };
  const reported = await post(`/live_conversations/${id}/usage`, usage);
  expect(reported.body).toMatchObject({ is_over: true, limit_dollars: 0.05 });
  expect((await post(`/live_conversations/${id}/usage`, usage)).body).toEqual(reported.body);
  const { turns } = await service.live.say(id, "hello");
  expect(turns[0]?.reply_error).toContain("limit of $0.05");
  service.provider.script(
    { calls: [{ name: "action_live_settings", arguments: { settings: { call_limit_dollars: 100 } } }] },
    { says: ["Done."] },
  );
  await change({ call_limit_dollars: "default" });
  const other = await service.live.start();
  const said = await service.live.say(other.id, "Raise my limit");
  expect(said.turns[1]?.tool_error).toContain("Only a person can change call_limit_dollars");
});
