const instead: Readonly<Record<string, string>> = {
  login: "Sign in under Settings, Accounts.",
  logout: "Accounts are under Settings, Accounts.",
  rename: "Change the title on the session's page.",
  name: "Change the title on the session's page.",
  title: "Change the title on the session's page.",
  fork: "Fork from a line of the transcript.",
  branch: "Fork from a line of the transcript.",
  rewind: "Fork from a line of the transcript.",
  undo: "Fork from a line of the transcript.",
  resume: "Every session resumes its own conversation; open another session from the list.",
  diff: "The changes are on the session's page.",
  mcp: "Servers are under the session's settings.",
  skills: "Skills are under the session's settings.",
  hooks: "Hooks are under the session's settings.",
  plugin: "Plugins are under the session's settings.",
  plugins: "Plugins are under the session's settings.",
  goal: "Set the goal under the session's settings.",
  exit: "Archive the session when its work is done.",
  quit: "Archive the session when its work is done.",
  stop: "Stop the turn on the session's page.",
  init: "Ask for it in words: write an AGENTS.md for this repository.",
  review: "Ask for it in words: review the current changes.",
  plan: "Ask for it in words: make a plan first, and change nothing.",
};

const plain = "To send it as a plain prompt, put another word in front of it.";

/** The words of commands: refusals, and what the service answers to its own. */
export const text = {
  plain,
  absent: (name: string, runtime: string): string => {
    const hint = Object.hasOwn(instead, name) ? ` ${instead[name]}` : "";
    return `${runtime} does not have /${name} in a session.${hint} ${plain}`;
  },
  descriptions: {
    help: "List what a message can begin with",
    context: "Show how full the conversation is and which model it uses",
    cost: "Show what the session has spent",
    model: "Change the model of the next turns",
    effort: "Change the reasoning effort of the next turns",
    clear: "Start a fresh conversation in the same session and clone",
  },
  help: (commands: readonly { name: string; description: string; argument: string | null }[]): string =>
    commands
      .map(
        ({ name, argument, description }) =>
          `/${name}${argument === null ? "" : ` ${argument}`}: ${description || "a command of the repository"}`,
      )
      .join("\n"),
  context: (of: { model: string; effort: string | null; tokens: number | null; lines: number }): string =>
    [
      `Model: ${of.model}${of.effort === null ? "" : `, effort ${of.effort}`}.`,
      of.tokens === null
        ? "The CLI has not reported the conversation's tokens yet."
        : `The conversation has ${of.tokens.toLocaleString("en")} tokens.`,
      `The transcript has ${of.lines.toLocaleString("en")} lines.`,
    ].join(" "),
  models: (model: string, models: readonly string[]): string =>
    `The session's model is ${model}. /model changes it to another one: ${models.join(", ")}, or any other that Signalbox lists for its runtime or the price list has. Other models can be added in Settings.`,
  modelChanged: (model: string): string => `The next turns use ${model}.`,
  effort: (effort: string | null, levels: readonly string[]): string =>
    `The session's effort is ${effort ?? "the model's own"}. ${levels.length > 0 ? `/effort changes it to another one: ${levels.join(", ")}.` : "This model has no effort levels."}`,
  effortChanged: (effort: string | null): string =>
    effort === null
      ? "The next turns use the model's own effort."
      : `The next turns use the effort ${effort}.`,
  cleared:
    "The conversation is cleared: the next message starts a fresh one in the same clone. The transcript so far stays readable.",
  cost: (cost: { usd: number; tokens: number; unpriced_models: readonly string[] } | null): string =>
    cost === null
      ? "No model calls are recorded yet."
      : [
          `The session has spent $${cost.usd.toFixed(cost.usd > 0 && cost.usd < 1 ? 4 : 2)} at list price, with ${cost.tokens.toLocaleString("en")} tokens.`,
          ...(cost.unpriced_models.length === 0
            ? []
            : [`No price is known for ${cost.unpriced_models.join(", ")}.`]),
        ].join(" "),
};
