import type { EffortLevel, RuntimeModel } from "../runtime.ts";

/** A model of OpenRouter's, with what pi must be configured with to reach it through a proxy. */
export interface PiModel {
  /** OpenRouter's id: `vendor/model`. */
  id: string;
  label: string;
  efforts: readonly EffortLevel[];
  /** In tokens. */
  contextWindow: number;
  maxOutput: number;
  images: boolean;
}

const toHigh: readonly EffortLevel[] = ["low", "medium", "high"];
const toXhigh: readonly EffortLevel[] = [...toHigh, "xhigh"];
const toMax: readonly EffortLevel[] = [...toXhigh, "max"];

const opus = { efforts: toMax, contextWindow: 1_000_000, maxOutput: 128_000, images: true };
const gpt = { efforts: toMax, contextWindow: 1_050_000, maxOutput: 128_000, images: true };
const gemini = { efforts: toHigh, contextWindow: 1_048_576, maxOutput: 65_536, images: true };

/** Each id is one pi 0.87.1 knows exactly: an id it does not know it would replace by a similar one. */
export const knownModels: readonly PiModel[] = [
  { ...opus, id: "anthropic/claude-sonnet-5", label: "Claude Sonnet 5" },
  { ...opus, id: "anthropic/claude-opus-5.5", label: "Claude Opus 5.5" },
  { ...opus, id: "anthropic/claude-fable-5.1", label: "Claude Fable 5.1" },
  {
    ...opus,
    id: "anthropic/claude-haiku-4.5",
    label: "Claude Haiku 4.5",
    efforts: toHigh,
    contextWindow: 200_000,
    maxOutput: 64_000,
  },
  { ...gpt, id: "openai/gpt-5.6-terra", label: "GPT-5.6 Terra" },
  { ...gpt, id: "openai/gpt-5.5", label: "GPT-5.5", efforts: toXhigh },
  {
    ...gpt,
    id: "openai/gpt-5.4-mini",
    label: "GPT-5.4 Mini",
    efforts: toXhigh,
    contextWindow: 400_000,
  },
  { ...gemini, id: "google/gemini-3.1-pro-preview", label: "Gemini 3.1 Pro" },
  { ...gemini, id: "google/gemini-3.5-flash", label: "Gemini 3.5 Flash" },
  {
    id: "x-ai/grok-4.7",
    label: "Grok 4.7",
    efforts: toXhigh,
    contextWindow: 500_000,
    maxOutput: 450_000,
    images: true,
  },
  {
    id: "moonshotai/kimi-k2.6",
    label: "Kimi K2.6",
    efforts: toHigh,
    contextWindow: 262_144,
    maxOutput: 235_929,
    images: true,
  },
];

export const defaultPiModel = "anthropic/claude-sonnet-5";

/** What the catalogue shows. Without a level pi thinks at `medium`. */
export const piModels: readonly RuntimeModel[] = knownModels.map(({ id, label, efforts }) => ({
  id,
  label,
  effortLevels: efforts,
  defaultEffort: "medium",
}));

/**
 * Without the word that OpenRouter takes after any name: how it chooses who serves the model, or `:online` for a
 * search of the web. Other endings, such as `:free`, name a model of their own.
 */
export const withoutRouting = (id: string): string => id.replace(/:(?:nitro|floor|online|exacto)$/, "");

/** The known model of that id, or for any other id cautious figures that every current model meets. */
export function describeModel(id: string): PiModel {
  const plain = withoutRouting(id);
  const known = knownModels.find((model) => model.id === plain);
  return known ?? { id, label: id, efforts: toMax, contextWindow: 200_000, maxOutput: 32_000, images: true };
}
