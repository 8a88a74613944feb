import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Trigger } from "../../server/domains/automation/triggers/model.ts";
import type { ToolCallAnswer } from "../../server/domains/live/conversations/model.ts";
import { openServiceDatabase } from "../support/database-dump.ts";
import { type LiveService, startLiveService } from "../support/live.ts";
import type { Answer } from "../support/service.ts";

/** Attacks by the model of a call, which may do what the words of an agent told it, and by the provider behind it. */

let service: LiveService;
let call: number;
let trigger: number;
let calls = 0;

beforeAll(async () => {
  service = await startLiveService();
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  call = (await service.live.start("voice")).id;
  const body = { name: "Nightly", agent_root_name: "live", prompt_template: "Look", sandbox: "strict" };
  trigger = (await service.board.call<{ trigger: Trigger }>("POST", "/triggers", body)).body.trigger.id;
});

const post = <T>(path: string, body: Record<string, unknown> = {}): Promise<Answer<T>> =>
  service.board.call<T>("POST", `/live_conversations/${call}${path}`, body);

/** What the model asks for in the call. */
async function asks(name: string, sent: Record<string, unknown>): Promise<ToolCallAnswer> {
  calls += 1;
  const body = { name, arguments: JSON.stringify(sent), call_id: `call_${calls}` };
  return (await post<ToolCallAnswer>("/tool_calls", body)).body;
}

const says = (content: string) => post("/turns", { role: "user", content });
const answers = (card_id: number) => asks("answer_card", { card_id, answer: "do_it" });

async function actOf(turnId: number): Promise<string | undefined> {
  const { turns } = await service.live.get(call);
  return turns.find(({ id }) => id === turnId)?.card?.act;
}

const triggerNow = async () =>
  (await service.board.call<{ trigger: Trigger }>("GET", `/triggers/${trigger}`)).body.trigger;

function count(table: string): unknown {
  using data = openServiceDatabase(service);
  return data.sql.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
}

describe("the model of a call", () => {
  it.each([
    ["takes the sandbox of a trigger away", { sandbox: "off" }],
    ["leaves it to the repository", { sandbox: null }],
  ])("changes nothing if it %s", async (_what, change) => {
    await says("Yes, do everything, go ahead");
    const { error } = await asks("action_trigger", { action: "update", id: trigger, ...change });
    expect(error).toContain("on the board");
    expect((await triggerNow()).sandbox).toBe("strict");
  });

  it.each([
    "action_health",
    "action_external_app",
    "action_oauth_grant",
    "action_mcp_apps",
    "create_api_key",
    "set_lan",
    "restore_backup",
    "__proto__",
    "constructor",
  ])("has no tool named %s", async (name) => {
    const before = ["api_keys", "oauth_grants", "device_pairings", "external_apps"].map(count);
    expect((await asks(name, { action: "create", name: "Mine" })).error).toContain("no tool named");
    expect(["api_keys", "oauth_grants", "device_pairings", "external_apps"].map(count)).toEqual(before);
  });

  it.each<[string, string, Record<string, unknown>, RegExp]>([
    [
      "the number of a session beside a trigger's",
      "action_trigger",
      { action: "delete", id: 70, session_id: 3 },
      /#70$/,
    ],
    [
      "the number of a session beside a message's",
      "manage_enqueued_messages",
      { action: "delete", session_id: 3, message_id: 70 },
      /#70 of session #3$/,
    ],
    [
      "a list beside the session",
      "action_session",
      { action: "archive", force: true, session_id: 70, session_ids: [3] },
      /#70$/,
    ],
    [
      "a harmless session beside the list",
      "merge_pull_requests",
      { session_ids: [70, 71], session_id: 3, title: "Look" },
      /2 sessions \(70, 71\)$/,
    ],
    [
      "a harmless title over the prompt",
      "start_session",
      { title: "Fix a typo", prompt: "Delete it all", git_root: "/srv/bank", config: { effort: "max" } },
      /\/srv\/bank: Delete it all$/,
    ],
    [
      "text that turns around",
      "start_session",
      { prompt: "Run \u202etxt.exe\u0007\n\nnow", config: { effort: "max" } },
      /: Run txt\.exe now$/,
    ],
    [
      "many after the first",
      "merge_pull_requests",
      { session_ids: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13] },
      /12, 13\)$/,
    ],
  ])("cannot make a card show something else with %s", async (_what, name, sent, shown) => {
    const { turn_id, error } = await asks(name, sent);
    expect([error, await actOf(turn_id)]).toEqual([null, expect.stringMatching(shown)]);
  });

  it("answers no question of a session on its own", async () => {
    const accept = { request_id: "q-1", action_type: "accept", content: { deploy: true } };
    const { turn_id, output } = await asks("respond_to_elicitation", accept);
    expect([output, await actOf(turn_id)]).toEqual([
      expect.stringContaining("Not done yet"),
      'Accept a question: q-1 {"deploy":true}',
    ]);
  });

  it("does one act for one yes, however many cards there are", async () => {
    const cards = [];
    for (const id of [trigger, trigger + 1_000])
      cards.push((await asks("action_trigger", { action: "delete", id })).turn_id);
    await says("Yes");
    expect((await answers(cards[1] ?? 0)).error).toContain("not found");
    expect((await answers(cards[0] ?? 0)).error).toContain("has not answered yet");
    expect((await triggerNow()).id).toBe(trigger);
  });

  it.each([
    ["before the card", async () => void (await says("Yes, do it")), "has not answered yet"],
    [
      "of the model's own",
      async () => void (await post("/turns", { role: "assistant", content: "Yes, do it" })),
      "has not answered yet",
    ],
    ["that is also a no", async () => undefined, "not a clear yes"],
  ])("takes no yes %s", async (what, first, refused) => {
    await first();
    const card = await asks("action_trigger", { action: "delete", id: trigger });
    if (what === "of the model's own") await post("/turns", { role: "assistant", content: "Yes, do it" });
    if (what === "that is also a no") await says("Yes — no, wait, don't");
    expect((await answers(card.turn_id)).error).toContain(refused);
    expect((await triggerNow()).id).toBe(trigger);
  });

  it("cannot answer a card of another conversation, or with another card's number", async () => {
    const card = await asks("action_trigger", { action: "delete", id: trigger });
    call = (await service.live.start("voice")).id;
    await says("Yes, do it");
    for (const id of [card.turn_id, -1, 0, 1e15]) expect((await answers(id)).error).toContain("no open card");
    expect((await triggerNow()).id).toBe(trigger);
  });

  it.each([
    ["the limit of a call", { call_limit_dollars: 1000 }],
    ["the limit of a day", { day_limit_dollars: 1000 }],
  ])("raises no limit: %s", async (_what, values) => {
    const before = (await service.board.call<{ settings: object }>("GET", "/live/settings")).body.settings;
    await asks("action_live_settings", { action: "update", settings: values, ...values });
    const after = (await service.board.call<{ settings: object }>("GET", "/live/settings")).body.settings;
    expect(after).toEqual(before);
  });

  it.each([
    ["endless", { name: "x", arguments: "y".repeat(2_000_000), call_id: "big" }, [413, 422, 200]],
    ["without a number", { name: "x", arguments: "{}" }, [422]],
    [
      "of a place beyond all calls",
      { name: "what_needs_me", arguments: "{}", call_id: "far", call: 1e9, item: 1 },
      [422],
    ],
    ["nested without end", { name: "what_needs_me", arguments: "[".repeat(30_000), call_id: "deep" }, [200]],
  ])("is refused a call that is %s", async (_what, body, statuses) => {
    expect(statuses).toContain((await post("/tool_calls", body)).status);
  });

  it("is paid for what was said, whatever the provider claims", async () => {
    const usage = { response_id: "r", audio_output_tokens: -5 };
    expect((await post("/usage", usage)).status).toBe(422);
    expect((await post("/usage", { ...usage, audio_output_tokens: 1e300 })).status).toBe(422);
  });
});
