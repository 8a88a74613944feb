import type { SlashCommands } from "../slash-commands.ts";

/** pi 0.87: its rpc mode knows skills, prompt templates and the commands of extensions. */
export const piSlashCommands: SlashCommands = {
  answered: [],
  absent: [
    ..."changelog clone compact copy exit export fork hotkeys import login logout name quit reload".split(
      " ",
    ),
    ..."resume scoped-models session settings share tree trust".split(" "),
  ],
  commandFolders: [".pi/prompts"],
  skillFolders: [".pi/skills", ".agents/skills"],
  skillPrefix: "skill:",
};
