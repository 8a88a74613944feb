import type { EffortLevel, RuntimeModel } from "../runtime.ts";

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
