import type { SlashCommand, SlashCommands } from "../slash-commands.ts";

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
  aboutConversation: ["compact"],
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
