import type { PickName } from "../../agents/catalog/model.ts";

const lists: Record<PickName, string> = {
  mcpServers: "MCP servers",
  skills: "Skills",
  hooks: "Hooks",
  plugins: "Plugins",
};

/** The words of changed settings: notes in the session log, and answers. */
export const text = {
  listChanged: (pick: PickName, names: readonly string[]) =>
    `${lists[pick]}: ${names.length === 0 ? "none" : names.join(", ")}`,
  modelChanged: (model: string) => `The model is ${model} starting with the next turn`,
  effortChanged: (effort: string | null) =>
    `The effort is ${effort ?? "the model's default"} starting with the next turn`,
  sandboxChanged: (level: string | null) =>
    level === null
      ? "The session asks for no sandbox of its own any more, starting with the next turn"
      : `The session asks for the sandbox ${level}, starting with the next turn`,
  atNextTurn: "The change takes effect at the session's next turn",
  signInFirst: (servers: readonly string[]) => `A person must first sign in to: ${servers.join(", ")}`,
};
