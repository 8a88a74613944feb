import type { LiveField } from "./model.ts";
import { text } from "./text.ts";

interface Choice {
  default: string;
  /** By value. */
  options: Readonly<Record<string, string>>;
}

interface Range {
  default: number;
  min: number;
  max: number;
}

type Key = keyof typeof text.fields;
type Where = Pick<LiveField, "path" | "mid_call">;

const words = (key: Key) => ({ key, ...text.fields[key] });

const choice = (key: Key, where: Where, { default: value, options }: Choice): LiveField => ({
  ...words(key),
  ...where,
  type: "enum",
  options: Object.entries(options).map(([option, label]) => ({ value: option, label })),
  min: null,
  max: null,
  default: value,
});

const range = (key: Key, where: Where & { type: "float" | "integer" }, of: Range): LiveField => ({
  ...words(key),
  ...where,
  options: [],
  ...of,
});

const written: Where = { path: "text", mid_call: true };
const spoken: Where = { path: "voice", mid_call: true };
/** The provider keeps these as they were when the call began. */
const fixed: Where = { path: "voice", mid_call: false };

/** What an agent may not change: it would spend more than its owner allowed. */
export const peopleOnly: readonly string[] = ["call_limit_dollars", "day_limit_dollars"];

/** Every setting of live conversations, in the order of the page. Models and ranges are the provider's. */
export const liveFields: readonly LiveField[] = [
  choice("text_model", written, {
    default: "gpt-6-luna",
    options: { "gpt-6-luna": "GPT-6 Luna", "gpt-6.1-terra": "GPT-6.1 Terra", "gpt-6.1-sol": "GPT-6.1 Sol" },
  }),
  choice("text_effort", written, {
    default: "none",
    options: { none: "None", low: "Low", medium: "Medium", high: "High" },
  }),
  range("text_max_output_tokens", { ...written, type: "integer" }, { default: 2_000, min: 256, max: 16_000 }),
  choice("voice_model", fixed, {
    default: "gpt-realtime-2.1",
    options: { "gpt-realtime-2.1": "GPT Realtime 2.1", "gpt-realtime-2.1-mini": "GPT Realtime 2.1 mini" },
  }),
  choice("voice", fixed, {
    default: "marin",
    options: {
      marin: "Marin",
      cedar: "Cedar",
      alloy: "Alloy",
      ash: "Ash",
      ballad: "Ballad",
      coral: "Coral",
      echo: "Echo",
      sage: "Sage",
      shimmer: "Shimmer",
      verse: "Verse",
    },
  }),
  range("voice_speed", { ...spoken, type: "float" }, { default: 1, min: 0.25, max: 1.5 }),
  choice("voice_effort", spoken, {
    default: "low",
    options: { minimal: "Minimal", low: "Low", medium: "Medium", high: "High" },
  }),
  choice("turn_detection", spoken, {
    default: "semantic_vad",
    options: text.options.turnDetection,
  }),
  choice("eagerness", spoken, {
    default: "auto",
    options: { auto: "Automatic", low: "Low", medium: "Medium", high: "High" },
  }),
  range("silence_ms", { ...spoken, type: "integer" }, { default: 500, min: 200, max: 3_000 }),
  choice("interruption", spoken, { default: "on", options: { on: "On", off: "Off" } }),
  choice("noise_reduction", spoken, { default: "near_field", options: text.options.noiseReduction }),
  choice("listening_mode", spoken, { default: "always", options: text.options.listening }),
  choice("wake_word", spoken, {
    default: "signalbox",
    options: { signalbox: "Signalbox", computer: "Computer", operator: "Operator" },
  }),
  range("call_limit_dollars", { ...written, type: "float" }, { default: 2, min: 0.05, max: 100 }),
  range("day_limit_dollars", { ...written, type: "float" }, { default: 10, min: 0.05, max: 500 }),
  range("idle_minutes", { ...spoken, type: "integer" }, { default: 3, min: 1, max: 30 }),
];
