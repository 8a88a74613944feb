import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type {
  ClientSecret,
  ConversationTurn,
  LiveAvailability,
  LiveConversation,
  SpokenTurnAnswer,
  ToolCallAnswer,
} from "../../server/domains/live/conversations/model.ts";
import { openServiceDatabase } from "../support/database-dump.ts";
import { type LiveService, startLiveService } from "../support/live.ts";
import { proves } from "./proves.ts";

let service: LiveService;
let call: LiveConversation;

beforeAll(async () => {
  service = await startLiveService();
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  await service.board.call("POST", "/live/settings/reset");
  service.provider.received.length = 0;
  call = await service.live.start("voice");
});

const post = <T>(path: string, body: unknown = {}) =>
  service.board.call<T & { message: string }>("POST", `/live_conversations/${call.id}${path}`, body);
const mint = (body: unknown = {}) => post<ClientSecret>("/client_secret", body);
const tool = (name: string, sent: string, callId: string, more: object = {}) =>
  post<ToolCallAnswer>("/tool_calls", { name, arguments: sent, call_id: callId, ...more });
const line = (role: string, content: string, more: object = {}) =>
  post<SpokenTurnAnswer>("/turns", { role, content, ...more });
const rows = async (): Promise<string[]> =>
  (await service.live.get(call.id)).turns.map((turn) => `${turn.role}: ${turn.tool_name ?? turn.content}`);

proves("E97", "R154")(
  "a secret of ten minutes comes with where to connect, and is kept nowhere",
  async () => {
    const { status, body } = await mint({ listening_modes: ["always", "wake_word", "dynamic"] });
    expect(status).toBe(200);
    expect(body.client_secret).toMatch(/^ek_/);
    const left = Date.parse(body.expires_at) - Date.now();
    expect(left).toBeGreaterThan(590_000);
    expect(left).toBeLessThanOrEqual(600_000);
    expect(body).toMatchObject({
      model: "gpt-realtime-2.1",
      calls_url: `${service.provider.url}/realtime/calls`,
      websocket_url: `${service.provider.url.replace("http", "ws")}/realtime?model=gpt-realtime-2.1`,
      listening: "always",
      call: 1,
      recap: null,
    });
    expect(body.tools.map(({ name }) => name)).toContain("answer_card");
    const [asked] = service.provider.requests("/v1/realtime/client_secrets");
    expect(asked?.body["expires_after"]).toEqual({ anchor: "created_at", seconds: 600 });
    expect(asked?.body["session"]).toMatchObject({
      type: "realtime",
      model: "gpt-realtime-2.1",
      output_modalities: ["audio"],
      audio: {
        input: {
          noise_reduction: { type: "near_field" },
          turn_detection: { type: "semantic_vad", create_response: true, interrupt_response: true },
        },
        output: { voice: "marin", speed: 1 },
      },
    });
    using database = openServiceDatabase(service);
    const stored = database.dump();
    expect(stored).not.toContain(body.client_secret);
    expect(stored).not.toContain(service.provider.key);
  },
);

proves("E97")("no secret while voice is off or the conversation has ended", async () => {
  await post("/mode", { mode: "text" });
  expect((await mint()).status).toBe(409);
  await post("/mode", { mode: "voice" });
  await post("/finish");
  expect((await mint()).status).toBe(409);
});

proves("E97")("a refusal of the provider is a 502 with its sentence and without the key", async () => {
  service.provider.refuseMint({ status: 429, message: "Too many calls" });
  expect((await mint()).body.message).toBe("The provider refused: Too many calls");
  service.provider.refuseMint({ status: 500, message: `Bad day for ${service.provider.key}` });
  const { status, body } = await mint();
  expect(status).toBe(502);
  expect(body.message).toBe("The provider refused: Bad day for ***");
});

proves("E97", "E90")("a refused key is a state with a time, and each use asks it again", async () => {
  service.provider.refuseMint({ status: 401, message: "Incorrect API key provided" });
  const availability = async () => (await service.call<LiveAvailability>("GET", "/live")).body;
  expect((await mint()).status).toBe(502);
  expect(await availability()).toMatchObject({
    available: true,
    reasons: [],
    key_refused_at: expect.any(String),
    warning: expect.stringContaining("The next message or call asks it again"),
  });
  expect((await mint()).status).toBe(200);
  expect(await availability()).toMatchObject({ available: true, key_refused_at: null, warning: null });
});

proves("E97")("a setting that the provider refuses is left out, and the answer says so", async () => {
  await service.board.call("PATCH", "/live/settings", { voice: "cedar" });
  service.provider.refuseMint({ status: 400, message: "No such voice", param: "session.audio.output.voice" });
  const { status, body } = await mint();
  expect(status).toBe(200);
  expect(body.settings_warning).toBe("The provider refused Voice; this call uses its defaults");
  const [first, second] = service.provider.requests("/v1/realtime/client_secrets");
  expect(first?.body["session"]).toMatchObject({ audio: { output: { voice: "cedar" } } });
  expect(second?.body["session"]).toMatchObject({ audio: { output: { voice: "marin" } } });
});

proves("E98", "R155")("a tool runs once for each call, in a conversation that is active", async () => {
  await mint();
  const start = JSON.stringify({ title: "Spoken once", git_root: await service.repository() });
  const [one, other] = await Promise.all([
    tool("start_session", start, "call_1"),
    tool("start_session", start, "call_1"),
  ]);
  expect(one.status).toBe(200);
  expect(one.body).toMatchObject({ error: null, tools_changed: false });
  expect(other.body).toEqual(one.body);
  expect((await tool("start_session", start, "call_1")).body.turn_id).toBe(one.body.turn_id);
  const { body } = await service.call<{ sessions: { title: string }[] }>("GET", "/sessions");
  expect(body.sessions.filter(({ title }) => title === "Spoken once")).toHaveLength(1);
  await post("/mode", { mode: "text" });
  expect((await tool("what_needs_me", "", "call_2")).body.error).toBeNull();
  await post("/finish");
  expect((await tool("what_needs_me", "", "call_3")).status).toBe(409);
  expect((await post("/session_update")).status).toBe(409);
  expect((await line("user", "hello")).status).toBe(409);
});

proves("E98")("what the model may not call, or calls wrongly, is an error for the model", async () => {
  const error = async (name: string, sent: string) =>
    (await tool(name, sent, `call_${Math.random()}`)).body.error;
  expect(await error("action_health", '{"action":"archive_old"}')).toContain("no tool named action_health");
  expect(await error("get_session", "{")).toBe("The arguments are not a JSON object.");
  expect(await error("get_session", '{"id":999999}')).toContain("not found");
  expect(await error("start_session", '{"prompt":7}')).toContain("Validation failed");
  expect(await error("get_session", JSON.stringify({ x: "y".repeat(33_000) }))).toContain("too long");
});

proves("E98", "E99")(
  "a setting that an open call takes comes with the next tool, and is asked for",
  async () => {
    await mint();
    await service.board.call("PATCH", "/live/settings", { voice_speed: 1.25, voice: "cedar" });
    const { body } = await tool("what_needs_me", "", "call_1");
    expect(body.session).toMatchObject({ audio: { output: { speed: 1.25 } } });
    expect(body.session).not.toHaveProperty("model");
    expect(body.session).not.toHaveProperty("audio.output.voice");
    expect((await tool("what_needs_me", "", "call_2")).body).not.toHaveProperty("session");
    await service.board.call("PATCH", "/live/settings", { listening_mode: "wake_word" });
    const update = await post<{ session: object }>("/session_update", { listening_modes: ["wake_word"] });
    expect(update.body.session).toMatchObject({
      audio: { input: { turn_detection: { create_response: false } } },
    });
  },
);

proves("E100")("lines are in the order in which they were said, each once", async () => {
  const { body } = await mint();
  const at = (item: number) => ({ call: body.call, item, item_id: `item_${item}` });
  await line("assistant", "Two sessions need you.", at(1));
  await tool("what_needs_me", "", "call_1", { call: body.call, item: 2 });
  const late = await line("user", "What needs me?", at(0));
  expect(late.status).toBe(201);
  expect(late.body).toMatchObject({ respond: true, turn: { source: "spoken", content: "What needs me?" } });
  await line("assistant", "Two sessions need you.", at(1));
  for (const blank of ["", " \n"]) expect((await line("user", blank, at(3))).status).toBe(422);
  expect((await post("/turns", { role: "user" })).status).toBe(422);
  expect((await line("assistant", "", { not_understood: false })).status).toBe(422);
  await line("user", "", { ...at(3), not_understood: true });
  expect(await rows()).toEqual([
    "user: What needs me?",
    "assistant: Two sessions need you.",
    "tool: what_needs_me",
    "user: (not understood)",
  ]);
  expect((await line("robot", "beep")).status).toBe(422);
  expect((await line("assistant", "cut sh", { interrupted: true, unheard: "ort" })).body.turn).toMatchObject({
    interrupted: true,
    unheard: "ort",
  });
  expect((await line("assistant", "whole", { unheard: "more" })).body.turn).toMatchObject({
    interrupted: false,
    unheard: null,
  });
});

proves("E100", "R156")(
  "a line that is not meant for the call is dropped, and nothing is written",
  async () => {
    await service.board.call("PATCH", "/live/settings", { listening_mode: "wake_word" });
    expect((await mint({ listening_modes: ["wake_word"] })).body.listening).toBe("wake_word");
    const { status, body } = await line("user", "Pass me the salt", { item_id: "item_1" });
    expect([status, body]).toEqual([200, { respond: false, dropped: true }]);
    expect(await rows()).toEqual([]);
    expect((await line("user", "Hey Signal box, what needs me?")).status).toBe(201);
    expect((await line("user", "Signalbos, go on")).status).toBe(201);
    expect((await line("user", "and the other one?")).status).toBe(200);
    await service.board.call("PATCH", "/live/settings", { listening_mode: "dynamic" });
    await post("/session_update", { listening_modes: ["dynamic"] });
    expect((await line("user", "and the other one?")).status).toBe(201);
  },
);

it("asks a person before a spoken act that cannot be undone, and does it after their yes", async () => {
  await mint();
  await line("user", "Delete message four");
  const act = JSON.stringify({ session_ids: [1, 2, 3, 4, 5, 6], action: "bulk_archive" });
  const asked = await tool("action_session", act, "call_1");
  expect(asked.body.output).toContain(`card_id ${asked.body.turn_id}`);
  const yes = JSON.stringify({ card_id: asked.body.turn_id, answer: "do_it" });
  expect((await tool("answer_card", yes, "call_2")).body.error).toContain("has not answered yet");
  await line("user", "No wait, stop");
  expect((await tool("answer_card", yes, "call_3")).body.error).toContain("not a clear yes");
  await line("user", "Okay, do it");
  const done = await tool("answer_card", yes, "call_4");
  expect(done.body.output).toContain("Bulk Archive Complete");
  const { turns } = await service.live.get(call.id);
  expect(turns.find(({ id }) => id === asked.body.turn_id)?.card).toMatchObject({ state: "done" });
});

it("a new call gets the conversation so far, and later turns come after it", async () => {
  await mint();
  await line("user", "Call the till the checkout");
  await line("assistant", "I will.");
  const { body } = await mint();
  expect(body.call).toBe(2);
  expect(body.recap).toContain("Person: Call the till the checkout\nYou: I will.");
  await line("user", "What is the till?", { call: 2, item: 0 });
  expect((await rows()).at(-1)).toBe("user: What is the till?");
});

it("stores spoken text as text, secrets redacted", async () => {
  const spoken = `<img src=x onerror=alert(1)> and ${service.provider.key}`;
  const { body } = await line("user", spoken);
  const { content } = (body as { turn: ConversationTurn }).turn;
  expect(content).toContain("<img src=x onerror=alert(1)>");
  expect(content).not.toContain(service.provider.key);
});
