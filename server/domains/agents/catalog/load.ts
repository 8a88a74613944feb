import { realpath } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { isObject } from "../../../lib/json.ts";
import {
  type AirFile,
  type AirName,
  airFile,
  airNames,
  isAirName,
  kindOfIndex,
  problemWithKey,
  sentences,
} from "./air-files.ts";
import { type Disk, messageOf, realpathWithin, recordingDisk } from "./tracked-files.ts";
import { type Loading, localPath, readers } from "./entries.ts";
import type { Definitions, Kind } from "./model.ts";
import { type Composition, compose, type Excludes } from "./rules.ts";
import { jsonFilesIn } from "./index-files.ts";

/** Everything on disk is local; scopes other than this one come from providers, of which there are none. */
const SCOPE = "local";

export interface LoadedCatalog extends Composition {
  /** State of every file and folder the catalog was read from. */
  stamps: ReadonlyMap<string, string>;
}

/** An index file and the real folders its entries' paths must stay in. */
interface IndexFile {
  path: string;
  kind: Kind;
  homes: readonly string[];
}

/** Reads air.json and all it names. Never rejects for what is in the files: that ends up in `problems`. */
export async function loadCatalog(path: string): Promise<LoadedCatalog> {
  const loading: Loading = {
    disk: recordingDisk(),
    indexes: { references: [], mcpServers: [], skills: [], hooks: [], plugins: [], roots: [] },
    problems: [],
    warnings: [],
    seen: new Set(),
  };
  const excludes = await readAir(resolve(path), loading);
  const composed = compose(loading.indexes, excludes);
  return {
    shelves: composed.shelves,
    problems: [...loading.problems, ...composed.problems],
    warnings: [...loading.warnings, ...composed.warnings],
    stamps: loading.disk.stamps,
  };
}

async function readAir(path: string, loading: Loading): Promise<Excludes> {
  const read = await loading.disk.json(path);
  if (!read.ok) {
    loading.problems.push(`${path}: ${read.problem}`);
    return {};
  }
  const parsed = airFile.safeParse(read.value);
  if (!parsed.success) {
    loading.problems.push(...sentences(path, parsed.error));
    return {};
  }
  const air = parsed.data;
  if (air.extensions.length > 0) {
    loading.warnings.push(`${path}: extensions are not loaded; this service runs no code of a catalog`);
  }
  await readListed(path, air, loading);
  for (const source of air.catalogs) await readFolder(path, source, loading);
  return Object.fromEntries(
    Object.keys(airNames)
      .filter(isAirName)
      .map((name) => [airNames[name], air.exclude[name]]),
  );
}

async function readListed(airPath: string, air: AirFile, loading: Loading): Promise<void> {
  const listed = Object.keys(airNames)
    .filter(isAirName)
    .flatMap((name: AirName) => air[name].map((source) => ({ name, source })));
  for (const { name, source } of listed) {
    const path = localPath({ source, file: airPath, key: name }, loading);
    if (path === null) continue;
    if (!(await loading.disk.look(path))) {
      loading.warnings.push(`${airPath}: ${name} names ${source}, which does not exist`);
      continue;
    }
    const homes = await Promise.all([realpath(dirname(airPath)), realpath(dirname(path))]);
    await readIndex({ path, kind: airNames[name], homes }, loading);
  }
}

async function readFolder(airPath: string, source: string, loading: Loading): Promise<void> {
  const folder = localPath({ source, file: airPath, key: "catalogs" }, loading);
  if (folder === null) return;
  if (!(await loading.disk.look(folder))?.isDirectory()) {
    loading.problems.push(`${airPath}: catalogs names ${source}, which is not a folder`);
    return;
  }
  const home = await realpath(folder);
  try {
    for (const path of await jsonFilesIn(home, loading.disk)) {
      const kind = await kindOfFile(path, loading.disk);
      if (kind) await readIndex({ path, kind, homes: [home] }, loading);
    }
  } catch (error) {
    loading.problems.push(`${airPath}: the catalog ${source} cannot be read: ${messageOf(error)}`);
  }
}

async function kindOfFile(path: string, disk: Disk): Promise<Kind | null> {
  const read = await disk.json(path);
  const schema = read.ok && isObject(read.value) ? read.value["$schema"] : undefined;
  return kindOfIndex(basename(path), schema);
}

async function readIndex({ path, kind, homes }: IndexFile, loading: Loading): Promise<void> {
  const real = await realpathWithin(path, homes);
  if (real === null) {
    loading.problems.push(`${path}: is a link that leaves the catalog's folder`);
    return;
  }
  if (loading.seen.has(real)) return;
  loading.seen.add(real);
  const read = await loading.disk.json(path);
  if (!read.ok || !isObject(read.value)) {
    loading.problems.push(`${path}: ${read.ok ? "is not a JSON object keyed by id" : read.problem}`);
    return;
  }
  const { $schema: _, ...raw } = read.value;
  await addIndex({ path, kind, homes }, raw, loading);
}

async function addIndex<K extends Kind>(
  { path, kind, homes }: IndexFile & { kind: K },
  raw: Record<string, unknown>,
  loading: Loading,
): Promise<void> {
  const entries = new Map<string, Definitions[K]>();
  for (const [key, value] of Object.entries(raw)) {
    const where = `${path}: "${key}"`;
    const problem = problemWithKey(kind, key);
    if (problem !== null) {
      loading.problems.push(`${where} ${problem}`);
      continue;
    }
    const definition = await readers[kind](value, { where, folder: dirname(path), homes, loading });
    if (definition) entries.set(key, definition);
  }
  loading.indexes[kind].push({ source: path, scope: SCOPE, entries });
}
