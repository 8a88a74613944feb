import { lstatSync, realpathSync } from "node:fs";
import { opendir } from "node:fs/promises";
import { join, sep } from "node:path";
import { readWithin } from "../../../lib/read-within.ts";
import type { SlashCommands } from "../../../runtimes/slash-commands.ts";
import type { SlashCommand } from "./model.ts";

/** Where a session's own commands are: its agent's folder in the clone, and the skills of the catalog that it has. */
export interface CommandPlace {
  commands: SlashCommands | undefined;
  /** Null if there is no clone, or its commands do not take effect. */
  folder: string | null;
  skills: readonly string[];
}

const most = 200;
/** Of a folder that is looked through. */
const mostEntries = 2_000;
/** Bytes of a file that is read for its first lines. */
const mostText = 64 * 1_024;
const skillFile = "SKILL.md";

/** Whether the repository or a skill has a command of this name. */
export function isCustom({ commands, folder, skills }: CommandPlace, name: string): boolean {
  if (!commands) return false;
  const prefix = commands.skillPrefix;
  const skill = prefix !== null && name.startsWith(prefix) ? name.slice(prefix.length) : null;
  if (skill !== null && skills.includes(skill)) return true;
  if (folder === null) return false;
  const file = `${name.replaceAll(":", "/")}.md`;
  return (
    commands.commandFolders.some((at) => isFileOf(folder, join(at, file))) ||
    (skill !== null && commands.skillFolders.some((at) => isFileOf(folder, join(at, skill, skillFile))))
  );
}

/** The commands of the repository and of skills, by name. */
export async function customCommands({ commands, folder, skills }: CommandPlace): Promise<SlashCommand[]> {
  if (!commands) return [];
  const { skillPrefix: prefix } = commands;
  const found = [
    ...(folder === null ? [] : await writtenCommands(folder, commands.commandFolders)),
    ...(folder === null || prefix === null ? [] : await ownSkills(folder, commands.skillFolders, prefix)),
    ...(prefix === null ? [] : skills.map((name) => asSkill(prefix, name, ""))),
  ];
  return found.sort((a, b) => a.name.localeCompare(b.name)).slice(0, most);
}

async function writtenCommands(folder: string, places: readonly string[]): Promise<SlashCommand[]> {
  const found: SlashCommand[] = [];
  for (const at of places) {
    for await (const { path, description, argument } of filesIn(folder, at)) {
      const name = path.slice(0, -".md".length).replaceAll("/", ":");
      found.push({ name, description, argument: argument || null, source: "repository" });
    }
  }
  return found;
}

async function ownSkills(folder: string, places: readonly string[], prefix: string): Promise<SlashCommand[]> {
  const found: SlashCommand[] = [];
  for (const at of places) {
    for await (const { path, description } of filesIn(folder, at)) {
      const name = /^([^/]+)\/SKILL\.md$/.exec(path)?.[1];
      if (name !== undefined) found.push(asSkill(prefix, name, description));
    }
  }
  return found;
}

const asSkill = (prefix: string, name: string, description: string): SlashCommand => ({
  name: `${prefix}${name}`,
  description,
  argument: null,
  source: "skill",
});

/** A file of the clone itself: the agent can write there, and place links that lead out of it. */
function isFileOf(folder: string, path: string): boolean {
  try {
    const real = realpathSync(join(folder, path));
    const found = lstatSync(real);
    return real.startsWith(realpathSync(folder) + sep) && found.isFile() && found.size <= mostText;
  } catch {
    return false;
  }
}

async function markdownIn(root: string): Promise<string[]> {
  const found: string[] = [];
  let seen = 0;
  try {
    for await (const { name, parentPath } of await opendir(root, { recursive: true })) {
      seen += 1;
      if (seen > mostEntries) break;
      if (name.endsWith(".md")) found.push(join(parentPath, name));
    }
  } catch {
    // A folder that is not there, or has one that cannot be read.
  }
  return found;
}

/** The Markdown files of a folder, relative to it and with slashes. */
async function* filesIn(folder: string, at: string) {
  const root = join(folder, at);
  for (const whole of await markdownIn(root)) {
    const bytes = await readWithin(folder, whole, mostText).catch(() => null);
    if (bytes === null) continue;
    const path = whole.slice(root.length + 1).replaceAll("\\", "/");
    yield { path, ...headOf(Buffer.from(bytes).toString("utf8")) };
  }
}

/** The description and the argument that the front matter of a command names. */
function headOf(text: string): { description: string; argument: string } {
  const head = /^---\n([^]*?)\n---/.exec(text)?.[1] ?? "";
  const field = (name: string): string =>
    (new RegExp(`^${name}:[ \\t]*(.*)$`, "m").exec(head)?.[1] ?? "")
      .replace(/^["']|["']$/g, "")
      .slice(0, 300);
  return { description: field("description"), argument: field("argument-hint") };
}
