import type { EffortLevel, ModelName, RuntimeModel } from "../runtime.ts";

const effortLevels: readonly EffortLevel[] = ["low", "medium", "high", "xhigh", "max"];

/** Full ids and not aliases: an alias moves with the CLI's version. What 2.1.329 itself lists, with its default effort. */
export const models: readonly RuntimeModel[] = [
  model("claude-sonnet-5-5", "Sonnet 5.5"),
  model("claude-opus-5-5", "Opus 5.5"),
  model("claude-fable-5-2", "Fable 5.2"),
  model("claude-haiku-5-5", "Haiku 5.5"),
];

/** The CLI's own choice for a bare subscription token, so the one model every kind of login can use. */
export const defaultModel = "claude-sonnet-5-5";

function model(id: string, label: string): RuntimeModel {
  return { id, label, effortLevels, defaultEffort: "medium" };
}

/** Words that 2.1.329 takes for a model. */
const aliases: readonly string[] = ["sonnet", "opus", "haiku", "fable", "best", "opusplan"];

/** Models that 2.1.329 knows and that neither it nor the price list shows. */
const unlisted: readonly string[] = [
  "claude-3-sonnet",
  "claude-mythos-5",
  "claude-mythos-5-2",
  "claude-mythos-preview",
];

/** As Anthropic, Google Vertex (`@date`, `@default`) and Amazon Bedrock (`us.anthropic.…-v1:0`) spell it. */
const fullName =
  /^(?:(?:[a-z]+(?:-[a-z]+)*\.)?anthropic\.)?(claude-[a-z0-9-]+?)(?:[-@]\d{8}|@default)?(?:-v\d+(?::\d+)?)?$/;

/** `[1m]` asks for the long context. */
export function readModelName(id: string): ModelName | null {
  const short = id.replace(/\[1m\]$/i, "");
  if (aliases.includes(short)) return { plain: short, isKnown: true };
  const plain = fullName.exec(short)?.[1];
  if (plain === undefined) return null;
  return { plain, isKnown: unlisted.includes(plain) || models.some((listed) => listed.id === plain) };
}
