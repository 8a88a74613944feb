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
  /** Those of `answered` that are about the conversation itself: each goes to the CLI alone, and only where there is one. */
  aboutConversation: readonly string[];
  /** Names that only its own interface knows: in a turn they come to nothing. */
  absent: readonly string[];
  /** Folders of a trusted clone with one command in each Markdown file. */
  commandFolders: readonly string[];
  /** Folders of a trusted clone with one skill in each folder. */
  skillFolders: readonly string[];
  /** What comes before a skill's name to make it a command; null if skills are none. */
  skillPrefix: string | null;
}

/** Whether a prompt asks for the conversation to be compacted, whatever it names to keep. */
export const isCompaction = (prompt: string): boolean => /^\s*\/compact(?:\s|$)/.test(prompt);
