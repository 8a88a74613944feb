import type { ModelName } from "../runtime.ts";
import { knownModels, withoutRouting } from "./models.ts";
import { demo, withoutProvider } from "./providers.ts";

/** Whose models pi 0.87.1 lists at OpenRouter. */
const vendors: ReadonlySet<string> = new Set(
  `aion-labs amazon anthropic arcee-ai bytedance-seed cohere deepseek dots-studio google ibm-granite inception inclusionai
  kwaipilot liquid meituan meta meta-llama minimax mistralai moonshotai nex-agi nvidia openai openrouter poolside prism-ml
  qwen rekaai relace sakana sao10k stepfun tencent thinkingmachines unbiased upstage x-ai xiaomi z-ai`.split(
    /\s+/,
  ),
);

/** OpenRouter's own choice of a model; pi does not list the beta. */
const ownChoices: readonly string[] = ["openrouter/auto", "openrouter/auto-beta"];

/** `vendor/model`, also with the provider before it: `openrouter/vendor/model`. OpenRouter marks moving names with a tilde. */
export function readModelName(id: string): ModelName | null {
  if (id === demo.model) return { plain: id, isKnown: true };
  const plain = withoutRouting(withoutProvider(id));
  const vendor = /^~?([\w.-]+)\/[\w.:-]+$/.exec(plain)?.[1];
  if (vendor === undefined || !vendors.has(vendor)) return null;
  return { plain, isKnown: ownChoices.includes(plain) || knownModels.some((known) => known.id === plain) };
}
