import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { lastPartOf } from "../../../lib/git-source-rules.ts";
import { catalogError } from "./errors.ts";
import { text } from "./text.ts";

/** A repository that sessions used. */
export interface UsedRepository {
  gitRoot: string;
  trusted: boolean;
}

/**
 * The files of a new catalog, by their path in its folder. A root is trusted by being in the catalog, so repositories that nobody
 * trusts are comments.
 */
export function newCatalogFiles(repositories: readonly UsedRepository[]): Readonly<Record<string, string>> {
  const { example } = text.created;
  return {
    "air.json": json({
      name: "signalbox",
      description: text.created.description,
      roots: ["./roots.json"],
      mcp: ["./mcp.json"],
      skills: ["./skills/skills.json"],
    }),
    "roots.json": rootsFile(repositories),
    "mcp.json": commented(text.created.servers, json({ browser: example.server })),
    "skills/skills.json": json({ [example.skill.name]: example.skill.entry }),
    [`skills/${example.skill.name}/SKILL.md`]: example.skill.text,
  };
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** An empty object with a sentence and an example in it, as comments. */
const commented = (sentence: string, example: string): string =>
  `{\n${asComment([sentence, ...example.trim().split("\n").slice(1, -1)])}}\n`;

const asComment = (lines: readonly string[]): string => lines.map((line) => `  // ${line.trim()}\n`).join("");

function rootsFile(repositories: readonly UsedRepository[]): string {
  const named = withNames(repositories);
  const of = (wanted: boolean) => named.filter(({ trusted }) => trusted === wanted);
  const roots = of(true).map((root, index) => `  ${entry(root, index === 0)},\n`);
  const others = of(false).map((root) => entry(root, false));
  const hint =
    others.length === 0 ? "" : asComment([text.created.untrusted, ...others.map((line) => `${line},`)]);
  return `{\n${asComment([text.created.roots])}${roots.join("")}${hint}}\n`;
}

type NamedRepository = UsedRepository & { name: string };

/** On one line, as JSON. */
const entry = ({ name, gitRoot }: NamedRepository, isDefault: boolean): string =>
  `${JSON.stringify(name)}: ${JSON.stringify({
    description: text.created.root(name),
    url: gitRoot,
    ...(isDefault && { default: true }),
  })}`;

/** Each by the last part of its address; of several with one name, the later ones get a number. */
function withNames(repositories: readonly UsedRepository[]): NamedRepository[] {
  const taken = new Set<string>();
  return repositories.map((repository) => {
    const plain =
      lastPartOf(repository.gitRoot)
        .replace(/\.git$/, "")
        .replaceAll(/[^a-zA-Z0-9_-]+/g, "-")
        .slice(0, 80) || "repository";
    let name = plain;
    for (let number = 2; taken.has(name); number += 1) name = `${plain}-${number}`;
    taken.add(name);
    return { ...repository, name };
  });
}

/** Writes the folder as a whole. Throws 409 if something is there already. */
export async function writeNewCatalog(
  folder: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  const draft = await mkdtemp(`${folder}-`);
  try {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(draft, path)), { recursive: true, mode: 0o700 });
      await writeFile(join(draft, path), content, { mode: 0o600 });
    }
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (
      code === "ENOTEMPTY" ||
      code === "EEXIST" ||
      code === "ENOTDIR" ||
      (code === "EPERM" && process.platform === "win32")
    )
      throw catalogError("folder_taken", { folder });
    throw error;
  }
}
