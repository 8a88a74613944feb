import type { ModelName, RuntimeModel } from "../runtime.ts";

const upToMax = ["low", "medium", "high", "xhigh", "max"] as const;
const upToXhigh = ["low", "medium", "high", "xhigh"] as const;

function model(id: string, label: string, options: Pick<RuntimeModel, "effortLevels" | "defaultEffort">) {
  return { id, label, ...options };
}

/** What Codex 0.169 lists, in its own order. */
export const codexModels: readonly RuntimeModel[] = [
  model("gpt-6.1-sol", "GPT-6.1 Sol", { effortLevels: upToMax, defaultEffort: "low" }),
  model("gpt-6-astra", "GPT-6 Astra", { effortLevels: upToMax, defaultEffort: "low" }),
  model("gpt-6-sol", "GPT-6 Sol", { effortLevels: upToMax, defaultEffort: "medium" }),
  model("gpt-6-luna", "GPT-6 Luna", { effortLevels: upToMax, defaultEffort: "medium" }),
  model("gpt-5.6-sol", "GPT-5.6 Sol", { effortLevels: upToMax, defaultEffort: "low" }),
  model("gpt-6.1-terra", "GPT-6.1 Terra", { effortLevels: upToMax, defaultEffort: "low" }),
  model("gpt-5.6-terra", "GPT-5.6 Terra", { effortLevels: upToMax, defaultEffort: "medium" }),
  model("gpt-5.6-luna", "GPT-5.6 Luna", { effortLevels: upToMax, defaultEffort: "medium" }),
  model("gpt-5.5", "GPT-5.5", { effortLevels: upToXhigh, defaultEffort: "medium" }),
];

export const defaultCodexModel = "gpt-6.1-sol";

const spelling = /^(?:gpt|codex|o\d)[\w.-]*$/;

/** A date may follow: `gpt-5.5-2026-04-23`. */
export function readModelName(id: string): ModelName | null {
  if (!spelling.test(id)) return null;
  const plain = id.replace(/-\d{4}-\d{2}-\d{2}$/, "");
  return { plain, isKnown: codexModels.some((listed) => listed.id === plain) };
}
