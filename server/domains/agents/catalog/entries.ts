import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseGitSource } from "../../../lib/git-source.ts";
import { entrySchemas, type FolderFile, hookFile, sentences } from "./air-files.ts";
import { type Disk, messageOf, realpathWithin } from "./tracked-files.ts";
import type { Definitions, HookFile, Kind, RootDefinition } from "./model.ts";
import type { Indexes } from "./rules.ts";

/** What one reading of the catalog has gathered so far. */
export interface Loading {
  disk: Disk;
  indexes: Indexes;
  problems: string[];
  warnings: string[];
  /** Real paths of index files read so far: one reached twice counts once. */
  seen: Set<string>;
}

/** Where an entry stands, for sentences and for relative paths. */
export interface Place {
  where: string;
  /** Folder of the index file. */
  folder: string;
  homes: readonly string[];
  loading: Loading;
}

type Reader<K extends Kind> = (value: unknown, place: Place) => Promise<Definitions[K] | null>;

/** One per kind: the definition, or null with its problems noted. */
export const readers: { [K in Kind]: Reader<K> } = {
  mcpServers: async (value, place) => checked(entrySchemas.mcpServers.safeParse(value), place),
  plugins: async (value, place) => checked(entrySchemas.plugins.safeParse(value), place),

  async roots(value, place) {
    const root = checked(entrySchemas.roots.safeParse(value), place);
    return root && withGitSource(root, place);
  },

  async skills(value, place) {
    const file = checked(entrySchemas.skills.safeParse(value), place);
    return file && (await readSkillFolder(file, "SKILL.md", place));
  },

  async hooks(value, place) {
    const parsed = checked(entrySchemas.hooks.safeParse(value), place);
    const skill = parsed && (await readSkillFolder(parsed, "HOOK.json", place));
    if (!skill) return null;
    return {
      ...skill,
      file: skill.folder === null ? null : await readHookFile(join(skill.folder, "HOOK.json"), place),
    };
  },

  async references(value, place) {
    const file = checked(entrySchemas.references.safeParse(value), place);
    const found = file && (await locate(file.path, place));
    return found && { title: file.title, description: file.description, file: found.real };
  },
};

async function readSkillFolder(
  file: FolderFile,
  main: string,
  place: Place,
): Promise<Definitions["skills"] | null> {
  const found = await locate(file.path, place);
  if (!found) return null;
  const inside = found.real === null ? found : await locate(join(found.real, main), place);
  if (!inside) return null;
  if (inside.real === null)
    place.loading.warnings.push(`${place.where}: ${file.path}/${main} does not exist`);
  return {
    title: file.title,
    description: file.description,
    folder: inside.real === null ? null : found.real,
    references: file.references,
  };
}

async function readHookFile(path: string, place: Place): Promise<HookFile | null> {
  const read = await place.loading.disk.json(path);
  if (read.ok) return checked(hookFile.safeParse(read.value), { ...place, where: path });
  place.loading.problems.push(`${path}: ${read.problem}`);
  return null;
}

function withGitSource(root: RootDefinition, place: Place): RootDefinition | null {
  if (root.gitRoot === null) return root;
  const source = parseGitSource({
    gitRoot: root.gitRoot,
    branch: root.branch,
    subdirectory: root.subdirectory ?? undefined,
  });
  if (!source.ok) {
    place.loading.problems.push(`${place.where}: ${source.message}`);
    return null;
  }
  return {
    ...root,
    gitRoot: source.gitRoot,
    branch: source.branch ?? "main",
    subdirectory: source.subdirectory,
  };
}

/** `real` is null when nothing is there; the result is null when it lies where it must not. */
async function locate(path: string, place: Place): Promise<{ real: string | null } | null> {
  const { loading, where } = place;
  const absolute = localPath(
    { source: path, file: join(place.folder, "index"), key: "path", where },
    loading,
  );
  if (absolute === null) return null;
  if (!(await loading.disk.look(absolute))) return { real: null };
  const real = await realpathWithin(absolute, place.homes);
  if (real === null) loading.problems.push(`${where}: path ${path} leaves the catalog's folder`);
  return real === null ? null : { real };
}

/** An absolute local path, or null with the problem noted. */
export function localPath(
  { source, file, key, where = file }: { source: string; file: string; key: string; where?: string },
  loading: Loading,
): string | null {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(source)?.[1]?.toLowerCase();
  if (scheme === undefined) return resolve(dirname(file), source);
  if (scheme === "file") {
    try {
      return fileURLToPath(source);
    } catch (error) {
      loading.problems.push(
        `${where}: ${key} names ${source}, which is not a usable file URL: ${messageOf(error)}`,
      );
      return null;
    }
  }
  loading.problems.push(
    `${where}: ${key} names ${source}, but ${scheme}:// sources are not supported; use a local folder or file://`,
  );
  return null;
}

function checked<T>(
  parsed: { success: true; data: T } | { success: false; error: Parameters<typeof sentences>[1] },
  place: Place,
): T | null {
  if (parsed.success) return parsed.data;
  place.loading.problems.push(...sentences(place.where, parsed.error));
  return null;
}
