import type { ModelName } from "../runtime.ts";
import { knownModels } from "./models.ts";
import { demo } from "./providers.ts";

/** Whose models pi 0.87.1 lists at OpenRouter. */
const vendors: ReadonlySet<string> = new Set(
  `aion-labs amazon anthropic arcee-ai bytedance-seed cohere deepseek dots-studio google ibm-granite inception inclusionai
  kwaipilot liquid meituan meta meta-llama minimax mistralai moonshotai nex-agi nvidia openai openrouter poolside prism-ml
  qwen rekaai relace sakana sao10k stepfun tencent thinkingmachines unbiased upstage x-ai xiaomi z-ai`.split(
    /\s+/,
  ),
);

/** `vendor/model`, also with the provider before it: `openrouter/vendor/model`. OpenRouter marks moving names with a tilde. */
export function readModelName(id: string): ModelName | null {
  if (id === demo.model) return { plain: id, isKnown: true };
  const plain = id.replace(/^openrouter\/(?=.*\/)/, "");
  const vendor = /^~?([\w.-]+)\/[\w.:-]+$/.exec(plain)?.[1];
  if (vendor === undefined || !vendors.has(vendor)) return null;
  return { plain, isKnown: knownModels.some((known) => known.id === plain) };
}
