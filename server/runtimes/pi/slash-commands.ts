import type { SlashCommands } from "../slash-commands.ts";

/** pi 0.87: its rpc mode knows skills, prompt templates and the commands of extensions, and compacts by a request of its own. */
export const piSlashCommands: SlashCommands = {
  answered: [
    {
      name: "compact",
      description: "Replace the conversation with a summary of it",
      argument: "[what to keep]",
    },
  ],
  aboutConversation: ["compact"],
  absent: [
    ..."changelog clone copy exit export fork hotkeys import login logout name quit reload".split(" "),
    ..."resume scoped-models session settings share tree trust".split(" "),
  ],
  commandFolders: [".pi/prompts"],
  skillFolders: [".pi/skills", ".agents/skills"],
  skillPrefix: "skill:",
};
