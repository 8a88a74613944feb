import { expect, it } from "vitest";
import type { LiveField, LiveSettings } from "../../../../server/domains/live/settings/model.ts";
import { fieldsOf, hintOf, shownChanges, undoOf } from "./view-model.ts";

const field = (key: string, more: Partial<LiveField> = {}): LiveField => ({
  key,
  path: "voice",
  type: "enum",
  label: key,
  help: "",
  options: [],
  min: null,
  max: null,
  default: "",
  mid_call: true,
  ...more,
});

const turnEnds = [
  { value: "semantic_vad", label: "By meaning" },
  { value: "server_vad", label: "By silence" },
];
const silence = field("silence_ms", {
  type: "integer",
  help: "In milliseconds.",
  min: 200,
  max: 3_000,
  default: 500,
});

const settingsWith = (more: Partial<LiveSettings>): LiveSettings => ({
  settings: { turn_detection: "semantic_vad", listening_mode: "always" },
  overrides: [],
  guidance: "",
  updated_at: null,
  updated_by: null,
  fields: [
    field("text_model", { path: "text" }),
    field("turn_detection", { label: "End of a turn", options: turnEnds }),
    field("eagerness"),
    silence,
    field("wake_word"),
    field("call_limit_dollars", { path: "text" }),
  ],
  guidance_max_length: 4_000,
  history: [],
  ...more,
});

const keys = (group: Parameters<typeof fieldsOf>[0], settings: LiveSettings) =>
  fieldsOf(group, settings).map(({ key }) => key);

it("puts settings in groups, and leaves out those without an effect", () => {
  const byMeaning = settingsWith({});
  expect(keys("written", byMeaning)).toEqual(["text_model"]);
  expect(keys("spoken", byMeaning)).toEqual(["turn_detection", "eagerness"]);
  expect(keys("limits", byMeaning)).toEqual(["call_limit_dollars"]);
  const bySilence = settingsWith({ settings: { turn_detection: "server_vad", listening_mode: "dynamic" } });
  expect(keys("spoken", bySilence)).toEqual(["turn_detection", "silence_ms", "wake_word"]);
});

it("says the range and the default of a setting", () => {
  expect(hintOf(silence)).toBe("In milliseconds. From 200 to 3000. Default: 500.");
});

it("undoes a change with the value from before, or with the default if there was none", () => {
  const before = settingsWith({ settings: { voice: "cedar", voice_speed: 1 }, overrides: ["voice"] });
  expect(undoOf(before, ["voice", "voice_speed"])).toEqual({ voice: "cedar", voice_speed: null });
});

it("tells changes in the words of the settings, and the guidance apart", () => {
  const history: LiveSettings["history"] = [
    {
      id: 3,
      actor_kind: "agent",
      actor: "Ada",
      live_conversation_id: 1,
      changes: {
        turn_detection: { before: "semantic_vad", after: "server_vad" },
        guidance: { before: null, after: "Be brief." },
      },
      created_at: "2026-11-27T10:00:00Z",
    },
  ];
  expect(shownChanges(settingsWith({ history }))).toEqual([
    {
      id: 3,
      who: "Ada",
      isByAgent: true,
      at: "2026-11-27T10:00:00Z",
      sentences: ["End of a turn: By meaning to By silence"],
      guidance: { before: "", after: "Be brief." },
    },
  ]);
});
