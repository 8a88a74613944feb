/** A command as people type it into a CLI's own interface: a slash, its name and what follows. */
export interface SlashCommand {
  name: string;
  description: string;
  /** What to write behind the name; null for nothing. */
  argument: string | null;
}

/** What becomes of prompts that begin with a slash and a name. Any other such prompt goes to the model as it is. */
export interface SlashCommands {
  /** What the CLI itself does with a turn that has it as its prompt. */
  answered: readonly SlashCommand[];
  /** Names that only its own interface knows: in a turn they come to nothing. */
  absent: readonly string[];
  /** Folders of a trusted clone with one command in each Markdown file. */
  commandFolders: readonly string[];
  /** Folders of a trusted clone with one skill in each folder. */
  skillFolders: readonly string[];
  /** What comes before a skill's name to make it a command; null if skills are none. */
  skillPrefix: string | null;
}

const command = (name: string, description: string, argument: string | null = null): SlashCommand => ({
  name,
  description,
  argument,
});

/** Claude Code 2.1 in its stream-json mode. */
export const claudeSlashCommands: SlashCommands = {
  answered: [
    command("compact", "Replace the conversation with a summary of it", "[what to keep]"),
    command("init", "Write a CLAUDE.md for the repository"),
    command("code-review", "Review the current changes", "[what to review]"),
    command("review", "Review the current changes", "[what to review]"),
    command("security-review", "Review the current changes for security"),
    command("simplify", "Clean the changed code up", "[what]"),
    command("debug", "Find the cause of a problem", "[problem]"),
    command("recap", "Say what has happened in the conversation"),
    command("insights", "Analyze the conversations of this session"),
  ],
  absent: [
    ..."add-dir agents autocompact branch bug checkpoint chrome color config copy desktop diff exit export".split(
      " ",
    ),
    ..."fast feedback focus fork goal heapdump hooks ide install-github-app keybindings".split(" "),
    ..."list-agents login logout mcp memory mobile output-style passes permissions plan plugin".split(" "),
    ..."privacy-settings quit release-notes reload-plugins reload-skills remote-control rename resume".split(
      " ",
    ),
    ..."rewind sandbox skills statusline stats stickers tasks terminal-setup theme upgrade vim".split(" "),
  ],
  commandFolders: [".claude/commands"],
  skillFolders: [".claude/skills"],
  skillPrefix: "",
};

/** Codex 0.169: its app-server sends every text to the model. */
export const codexSlashCommands: SlashCommands = {
  answered: [],
  absent: [
    ..."agent agents approvals apps compact copy diff exit experimental fast feedback fork goal hooks".split(
      " ",
    ),
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
