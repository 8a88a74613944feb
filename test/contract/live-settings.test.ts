import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { ChangedLiveSettings, LiveSettings } from "../../server/domains/live/settings/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { openMcpClient } from "../support/mcp-client.ts";
import { proves } from "./proves.ts";

let service: BoardService;

beforeAll(async () => {
  service = await startBoardService();
});
afterAll(() => service[Symbol.asyncDispose]());
afterEach(() => change({ ...defaults, guidance: "" }));

const defaults = { voice: "default", voice_speed: "default", silence_ms: "default" };

const settings = async (): Promise<LiveSettings> =>
  (await service.call<LiveSettings>("GET", "/live/settings")).body;
const change = (body: Record<string, unknown>) =>
  service.board.call<ChangedLiveSettings & { messages: string[] }>("PATCH", "/live/settings", body);

proves("E101")("the settings say their value, options, range and default", async () => {
  const { settings: values, overrides, fields, guidance_max_length } = await settings();
  expect(values).toMatchObject({ voice: "marin", voice_speed: 1, listening_mode: "always" });
  expect(Object.keys(values)).toEqual(fields.map(({ key }) => key));
  expect(overrides).toEqual([]);
  expect(guidance_max_length).toBe(4_000);
  expect(fields.find(({ key }) => key === "voice_speed")).toMatchObject({
    path: "voice",
    type: "float",
    min: 0.25,
    max: 1.5,
    default: 1,
    mid_call: true,
  });
});

proves("E102", "R157")(
  "a change is stored with who made it, and numbers are brought within range",
  async () => {
    const { status, body } = await change({ voice: "cedar", voice_speed: 4, append_guidance: "Be brief." });
    expect(status).toBe(200);
    expect(body.changed).toEqual(["voice", "voice_speed", "guidance"]);
    expect(body.summary).toContain("voice_speed goes from 0.25 to 1.5; 4 was brought within it.");
    const { settings: values, overrides, guidance, history, updated_by } = await settings();
    expect(values).toMatchObject({ voice: "cedar", voice_speed: 1.5 });
    expect(overrides).toEqual(["voice", "voice_speed"]);
    expect(guidance).toBe("Be brief.");
    expect(updated_by).toBe("the board");
    expect(history[0]).toMatchObject({
      actor_kind: "human",
      changes: { voice: { before: "marin", after: "cedar" }, guidance: { before: "", after: "Be brief." } },
    });
  },
);

proves("E102", "R157")("one bad value saves nothing, and every problem is named", async () => {
  const before = await settings();
  const { status, body } = await change({ voice: "bob", pitch: 2, voice_speed: 1.1, guidance: "New." });
  expect(status).toBe(422);
  expect(body.messages).toHaveLength(2);
  expect(body.messages[1]).toBe("pitch is not a setting of live conversations");
  expect(await settings()).toEqual(before);
});

proves("E103")("a reset restores the defaults and keeps the guidance", async () => {
  await change({ voice: "cedar", guidance: "Be brief." });
  const { status, body } = await service.board.call<LiveSettings>("POST", "/live/settings/reset");
  expect(status).toBe(200);
  expect(body).toMatchObject({ overrides: [], guidance: "Be brief.", settings: { voice: "marin" } });
});

proves("E104")("the guidance is restored as it was before a change", async () => {
  await change({ guidance: "First." });
  await change({ guidance: "Second." });
  await change({ voice: "cedar" });
  const [ofVoice, ofSecond] = (await settings()).history;
  const restore = (id: number | undefined) =>
    service.board.call<LiveSettings>("POST", `/live/settings/changes/${id}/restore_guidance`);
  expect((await restore(ofVoice?.id)).status).toBe(422);
  expect((await restore(999_999)).status).toBe(404);
  expect((await restore(ofSecond?.id)).body).toMatchObject({ guidance: "First.", overrides: ["voice"] });
});

proves("E102")("an agent changes the settings with a tool, and the history names it", async () => {
  await using mcp = await openMcpClient(service, { query: "?tool_groups=live" });
  const { facts } = await mcp.says<ChangedLiveSettings>("action_live_settings", {
    settings: { voice: "cedar" },
    append_guidance: "Say numbers plainly.",
  });
  expect(facts).toMatchObject({ changed: ["voice", "guidance"], settings: { voice: "cedar" } });
  expect((await settings()).history[0]).toMatchObject({ actor_kind: "agent" });
  expect(await mcp.refuses("action_live_settings", { settings: { voice: "bob" } })).toMatch(
    /voice must be one of/,
  );
  const { text } = await mcp.says("action_live_settings", {});
  expect(text).toContain("- **voice:** cedar (changed)");
});
