import type { SlashCommands } from "../slash-commands.ts";

/** Codex 0.169: its app-server sends every text to the model, and compacts by a request of its own. */
export const codexSlashCommands: SlashCommands = {
  answered: [
    { name: "compact", description: "Replace the conversation with a summary of it", argument: null },
  ],
  aboutConversation: ["compact"],
  absent: [
    ..."agent agents approvals apps copy diff exit experimental fast feedback fork goal hooks".split(" "),
    ..."ide init keymap login logout mcp memories mention permissions personality plan plugins ps quit".split(
      " ",
    ),
    ..."raw rename resume review rollout sandbox settings side skills statusline stop theme title".split(" "),
    ..."undo vim".split(" "),
  ],
  commandFolders: [],
  skillFolders: [],
  skillPrefix: null,
};
