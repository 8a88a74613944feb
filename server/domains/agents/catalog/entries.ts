import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseGitSource } from "../../../lib/git-source-rules.ts";
import { contentProblems, entrySchemas, type FolderFile, hookFile } from "./air-files.ts";
import type { Definitions, HookDefinition, HookFile, Kind, RootDefinition } from "./model.ts";
import type { Finding, Indexes } from "./rules.ts";
import { messageOf, realpathWithin, type TrackedFiles } from "./tracked-files.ts";

/** What one load of the catalog has gathered so far. */
export interface LoadState {
  files: TrackedFiles;
  indexes: Indexes;
  problems: Finding[];
  warnings: Finding[];
  /** Real paths of the index files read so far, so that none is read twice. */
  seen: Set<string>;
}

/** Where an entry is defined, for messages and for relative paths. */
export interface EntryContext {
  where: string;
  /** Folder of the index file. */
  folder: string;
  /** Real folders that paths may not leave. */
  allowedFolders: readonly string[];
  state: LoadState;
}

type Reader<K extends Kind> = (value: unknown, context: EntryContext) => Promise<Definitions[K] | null>;

/** One reader per kind. Each returns the definition, or null after recording its problems. */
export const readers: { [K in Kind]: Reader<K> } = {
  mcpServers: async (value, context) => checked(entrySchemas.mcpServers.safeParse(value), context),
  plugins: async (value, context) => checked(entrySchemas.plugins.safeParse(value), context),

  async roots(value, context) {
    const root = checked(entrySchemas.roots.safeParse(value), context);
    return root && withGitSource(root, context);
  },

  async skills(value, context) {
    const file = checked(entrySchemas.skills.safeParse(value), context);
    return file && (await readSkillFolder(file, "SKILL.md", context));
  },

  async hooks(value, context) {
    const parsed = checked(entrySchemas.hooks.safeParse(value), context);
    const skill = parsed && (await readSkillFolder(parsed, "HOOK.json", context));
    if (!skill) return null;
    const { folder } = skill;
    const file = folder === null ? null : await readHookFile(join(folder, "HOOK.json"), context);
    const blocked = folder === null || file === null ? null : await whyBlocked({ folder, file }, context);
    return { ...skill, file, blocked };
  },

  async references(value, context) {
    const file = checked(entrySchemas.references.safeParse(value), context);
    const found = file && (await locate(file.path, context));
    return found && { title: file.title, description: file.description, file: found.real };
  },
};

async function readSkillFolder(
  file: FolderFile,
  main: string,
  context: EntryContext,
): Promise<Definitions["skills"] | null> {
  const found = await locate(file.path, context);
  if (!found) return null;
  const inside = found.real === null ? found : await locate(join(found.real, main), context);
  if (!inside) return null;
  if (inside.real === null)
    context.state.warnings.push({ where: context.where, kind: "file_missing", file: `${file.path}/${main}` });
  return {
    title: file.title,
    description: file.description,
    folder: inside.real === null ? null : found.real,
    references: file.references,
  };
}

async function readHookFile(path: string, context: EntryContext): Promise<HookFile | null> {
  const read = await context.state.files.readJson(path);
  if (read.ok) return checked(hookFile.safeParse(read.value), { ...context, where: path });
  context.state.problems.push({ where: path, ...read.problem });
  return null;
}

/**
 * Why the hook's own program cannot start. Each CLI would fail on that in a way of its own, one of them without a word, so the hook
 * is left out for all of them. Programs on PATH are the machine's.
 */
async function whyBlocked(
  { folder, file }: { folder: string; file: HookFile },
  context: EntryContext,
): Promise<HookDefinition["blocked"]> {
  if (!file.command.startsWith("./") || file.command.includes("${") || process.platform === "win32")
    return null;
  const path = join(folder, file.command);
  const found = await context.state.files.stat(path);
  if (found?.isFile() === true && (found.mode & 0o111) !== 0) return null;
  const kind = found?.isFile() === true ? "not_executable" : "file_missing";
  const blocked = { kind, file: path } as const;
  context.state.warnings.push({ where: context.where, ...blocked });
  return blocked;
}

function withGitSource(root: RootDefinition, context: EntryContext): RootDefinition | null {
  if (root.gitRoot === null) return root;
  const source = parseGitSource({
    gitRoot: root.gitRoot,
    branch: root.branch ?? undefined,
    subdirectory: root.subdirectory ?? undefined,
  });
  if (!source.ok) {
    context.state.problems.push({ where: context.where, kind: "git_source", problem: source.problem });
    return null;
  }
  return {
    ...root,
    gitRoot: source.gitRoot,
    branch: source.branch,
    subdirectory: source.subdirectory,
  };
}

/** Returns null if the path leaves the allowed folders; `real` is null if nothing exists there. */
async function locate(path: string, context: EntryContext): Promise<{ real: string | null } | null> {
  const { state, where } = context;
  const absolute = localPath(
    { source: path, file: join(context.folder, "index"), key: "path", where },
    state,
  );
  if (absolute === null) return null;
  if (!(await state.files.stat(absolute))) return { real: null };
  const real = await realpathWithin(absolute, context.allowedFolders);
  if (real === null) state.problems.push({ where, kind: "path_outside", path });
  return real === null ? null : { real };
}

/** Returns an absolute local path, or null after recording the problem. */
export function localPath(
  { source, file, key, where = file }: { source: string; file: string; key: string; where?: string },
  state: LoadState,
): string | null {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(source)?.[1]?.toLowerCase();
  if (scheme === undefined) return resolve(dirname(file), source);
  if (scheme === "file") {
    try {
      return fileURLToPath(source);
    } catch (error) {
      state.problems.push({ where, kind: "file_url_invalid", key, source, reason: messageOf(error) });
      return null;
    }
  }
  state.problems.push({ where, kind: "scheme_unsupported", key, source, scheme });
  return null;
}

function checked<T>(
  parsed: { success: true; data: T } | { success: false; error: Parameters<typeof contentProblems>[1] },
  context: EntryContext,
): T | null {
  if (parsed.success) return parsed.data;
  context.state.problems.push(...contentProblems(context.where, parsed.error));
  return null;
}
