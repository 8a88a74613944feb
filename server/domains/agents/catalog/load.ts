import { realpath } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { isObject } from "../../../lib/json.ts";
import {
  type AirFile,
  type AirName,
  airFile,
  airNames,
  contentProblems,
  isAirName,
  kindOfIndex,
  problemWithKey,
} from "./air-files.ts";
import { type LoadState, localPath, readers } from "./entries.ts";
import { listJsonFiles, MAX_FILES } from "./index-files.ts";
import type { Definitions, Kind } from "./model.ts";
import { type Composition, compose, type Excludes } from "./rules.ts";
import { messageOf, realpathWithin, type TrackedFiles, trackedFiles } from "./tracked-files.ts";

/** The scope of everything read from disk. Other scopes come from providers, which do not exist yet. */
const SCOPE = "local";

export interface LoadedCatalog extends Composition {
  /** State of each file and folder the catalog was read from. */
  stamps: ReadonlyMap<string, string>;
}

/** An index file and the real folders that its entries' paths may not leave. */
interface IndexFile {
  path: string;
  kind: Kind;
  allowedFolders: readonly string[];
}

/** Reads air.json and everything it references. Never rejects because of file contents; see `problems`. */
export async function loadCatalog(path: string): Promise<LoadedCatalog> {
  const state: LoadState = {
    files: trackedFiles(),
    indexes: { references: [], mcpServers: [], skills: [], hooks: [], plugins: [], roots: [] },
    problems: [],
    warnings: [],
    seen: new Set(),
  };
  const excludes = await readAir(resolve(path), state);
  const composed = compose(state.indexes, excludes);
  return {
    catalog: composed.catalog,
    problems: [...state.problems, ...composed.problems],
    warnings: [...state.warnings, ...composed.warnings],
    stamps: state.files.stamps,
  };
}

async function readAir(path: string, state: LoadState): Promise<Excludes> {
  const read = await state.files.readJson(path);
  if (!read.ok) {
    state.problems.push({ where: path, ...read.problem });
    return {};
  }
  const parsed = airFile.safeParse(read.value);
  if (!parsed.success) {
    state.problems.push(...contentProblems(path, parsed.error));
    return {};
  }
  const air = parsed.data;
  if (air.extensions.length > 0) {
    state.warnings.push({ where: path, kind: "extensions_ignored" });
  }
  await readListed(path, air, state);
  for (const source of air.catalogs) await readFolder(path, source, state);
  return Object.fromEntries(
    Object.keys(airNames)
      .filter(isAirName)
      .map((name) => [airNames[name], air.exclude[name]]),
  );
}

async function readListed(airPath: string, air: AirFile, state: LoadState): Promise<void> {
  const listed = Object.keys(airNames)
    .filter(isAirName)
    .flatMap((name: AirName) => air[name].map((source) => ({ name, source })));
  for (const { name, source } of listed) {
    const path = localPath({ source, file: airPath, key: name }, state);
    if (path === null) continue;
    if (!(await state.files.stat(path))) {
      state.warnings.push({ where: airPath, kind: "listed_missing", key: name, source });
      continue;
    }
    const allowedFolders = await Promise.all([realpath(dirname(airPath)), realpath(dirname(path))]);
    await readIndex({ path, kind: airNames[name], allowedFolders }, state);
  }
}

async function readFolder(airPath: string, source: string, state: LoadState): Promise<void> {
  const folder = localPath({ source, file: airPath, key: "catalogs" }, state);
  if (folder === null) return;
  if (!(await state.files.stat(folder))?.isDirectory()) {
    state.problems.push({ where: airPath, kind: "not_a_folder", key: "catalogs", source });
    return;
  }
  const home = await realpath(folder);
  try {
    const paths = await listJsonFiles(home, state.files);
    if (!paths) {
      state.problems.push({ where: airPath, kind: "folder_too_large", source, max: MAX_FILES });
      return;
    }
    for (const path of paths) {
      const kind = await kindOfFile(path, state.files);
      if (kind) await readIndex({ path, kind, allowedFolders: [home] }, state);
    }
  } catch (error) {
    state.problems.push({ where: airPath, kind: "folder_unreadable", source, reason: messageOf(error) });
  }
}

async function kindOfFile(path: string, files: TrackedFiles): Promise<Kind | null> {
  const read = await files.readJson(path);
  const schema = read.ok && isObject(read.value) ? read.value["$schema"] : undefined;
  return kindOfIndex(basename(path), schema);
}

async function readIndex({ path, kind, allowedFolders }: IndexFile, state: LoadState): Promise<void> {
  const real = await realpathWithin(path, allowedFolders);
  if (real === null) {
    state.problems.push({ where: path, kind: "link_outside" });
    return;
  }
  if (state.seen.has(real)) return;
  state.seen.add(real);
  const read = await state.files.readJson(path);
  if (!read.ok || !isObject(read.value)) {
    state.problems.push({ where: path, ...(read.ok ? { kind: "not_an_object" } : read.problem) });
    return;
  }
  const { $schema: _, ...raw } = read.value;
  await addIndex({ path, kind, allowedFolders }, raw, state);
}

async function addIndex<K extends Kind>(
  { path, kind, allowedFolders }: IndexFile & { kind: K },
  raw: Record<string, unknown>,
  state: LoadState,
): Promise<void> {
  const entries = new Map<string, Definitions[K]>();
  for (const [key, value] of Object.entries(raw)) {
    const problem = problemWithKey(kind, key);
    if (problem !== null) {
      state.problems.push({ where: path, kind: "content", sentence: `"${key}" ${problem}` });
      continue;
    }
    const where = `${path}: "${key}"`;
    const definition = await readers[kind](value, { where, folder: dirname(path), allowedFolders, state });
    if (definition) entries.set(key, definition);
  }
  state.indexes[kind].push({ source: path, scope: SCOPE, entries });
}
