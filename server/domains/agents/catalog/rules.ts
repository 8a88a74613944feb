import type { GitSourceProblem } from "../../../lib/git-source-rules.ts";
import type { CatalogEntries, Definitions, Entry, EntryIndex, Kind, Picks } from "./model.ts";

/** The entries of one index file and their scope. */
export interface IndexContent<T> {
  source: string;
  scope: string;
  entries: ReadonlyMap<string, T>;
}
export type Indexes = { [K in Kind]: IndexContent<Definitions[K]>[] };

/** Qualified ids or patterns to exclude from each kind. */
export type Excludes = { readonly [K in Kind]?: readonly string[] };

export interface Composition {
  catalog: CatalogEntries;
  /** Why the catalog cannot be used; empty if it can. */
  problems: readonly Finding[];
  /** Problems that do not prevent its use. */
  warnings: readonly Finding[];
}

export type FoundEntry<T> =
  | { kind: "found"; entry: Entry<T> }
  | { kind: "unknown" }
  | { kind: "ambiguous"; names: readonly string[] };

/** Why a file could not be read as JSON. */
export type ReadProblem =
  | { kind: "missing" | "not_a_file" }
  | { kind: "too_large"; maxMegabytes: number }
  | { kind: "unreadable"; reason: string };

type NamedEntry = { kind: Kind; name: string };

/** What is wrong with one file of the catalog, or with one of its entries. */
export type FileProblem =
  | ReadProblem
  | { kind: "not_an_object" | "link_outside" | "extensions_ignored" }
  /** Of the file's schema, which words its own messages. */
  | { kind: "content"; sentence: string }
  | { kind: "git_source"; problem: GitSourceProblem }
  | { kind: "file_missing" | "not_executable"; file: string }
  | { kind: "path_outside"; path: string }
  | { kind: "listed_missing" | "not_a_folder"; key: string; source: string }
  | { kind: "file_url_invalid"; key: string; source: string; reason: string }
  | { kind: "scheme_unsupported"; key: string; source: string; scheme: string }
  | { kind: "folder_unreadable"; source: string; reason: string }
  | { kind: "folder_too_large"; source: string; max: number }
  | { kind: "defined_twice"; entry: NamedEntry; first: string }
  | { kind: "plugin_cycle"; path: readonly string[] }
  | {
      kind: "unresolved";
      owner: NamedEntry;
      field: string;
      target: NamedEntry;
      because: "ambiguous" | "excluded" | "unknown";
      /** The entries that an ambiguous name may mean. */
      names: readonly string[];
    };

/** What is wrong with the catalog as a whole. */
export type CatalogProblem =
  | { kind: "exclude_unmatched"; pattern: string; entries: Kind }
  | { kind: "shared_id"; entry: NamedEntry; names: readonly string[] };

/** Something wrong in the catalog. `where` is the file, followed by the entry if it is about one. */
export type Finding = ({ where: string } & FileProblem) | CatalogProblem;

interface Draft {
  problems: Finding[];
  warnings: Finding[];
  /** Qualified ids removed by `exclude`, per kind. */
  removed: Record<Kind, Set<string>>;
}

/** Composes the index files: merges them, applies excludes, resolves references and expands plugins. Collects all problems. */
export function compose(indexes: Indexes, excludes: Excludes = {}): Composition {
  const draft: Draft = {
    problems: [],
    warnings: [],
    removed: {
      references: new Set(),
      mcpServers: new Set(),
      skills: new Set(),
      hooks: new Set(),
      plugins: new Set(),
      roots: new Set(),
    },
  };
  const fill = <K extends Kind>(kind: K): EntryIndex<Definitions[K]> => {
    const all = mergeIndexes<Definitions[K]>(kind, indexes[kind], draft);
    const kept = applyExcludes({ kind, entries: all, patterns: excludes[kind] ?? [] }, draft);
    return indexEntries(assignNames(kind, kept, draft));
  };
  const raw = {
    references: fill("references"),
    mcpServers: fill("mcpServers"),
    skills: fill("skills"),
    hooks: fill("hooks"),
    plugins: fill("plugins"),
    roots: fill("roots"),
  };
  const scopes = new Set(
    Object.values(raw).flatMap((index) => [...index.byQualified.values()].map(({ scope }) => scope)),
  );
  const catalog = resolveReferences({ ...raw, composed: scopes.size > 1 }, draft);
  return { catalog: expandPlugins(catalog, draft), problems: draft.problems, warnings: draft.warnings };
}

/** Finds an entry by its short or qualified id. */
export function findEntry<T>(index: EntryIndex<T>, name: string): FoundEntry<T> {
  const exact = index.byQualified.get(name);
  if (exact) return { kind: "found", entry: exact };
  const [first, ...others] = index.byId.get(name) ?? [];
  if (!first) return { kind: "unknown" };
  if (others.length === 0) return { kind: "found", entry: first };
  return { kind: "ambiguous", names: [first, ...others].map(({ qualified }) => qualified) };
}

function indexEntries<T>(entries: readonly Entry<T>[]): EntryIndex<T> {
  return {
    byQualified: new Map(entries.map((entry) => [entry.qualified, entry])),
    byId: Map.groupBy(entries, ({ id }) => id),
  };
}

function mergeIndexes<T>(kind: Kind, contents: readonly IndexContent<T>[], draft: Draft): Entry<T>[] {
  const found = new Map<string, Entry<T>>();
  for (const { source, scope, entries } of contents) {
    for (const [id, definition] of entries) {
      const qualified = `@${scope}/${id}`;
      const first = found.get(qualified);
      if (first) {
        draft.problems.push({
          where: source,
          kind: "defined_twice",
          entry: { kind, name: id },
          first: first.source,
        });
      } else {
        found.set(qualified, { id, scope, qualified, name: id, source, definition });
      }
    }
  }
  return [...found.values()];
}

function applyExcludes<T>(
  { kind, entries, patterns }: { kind: Kind; entries: readonly Entry<T>[]; patterns: readonly string[] },
  draft: Draft,
): Entry<T>[] {
  for (const pattern of patterns) {
    const matched = entries.filter(({ qualified }) => matchesPattern(qualified, pattern));
    if (matched.length === 0) draft.warnings.push({ kind: "exclude_unmatched", pattern, entries: kind });
    for (const { qualified } of matched) draft.removed[kind].add(qualified);
  }
  return entries.filter(({ qualified }) => !draft.removed[kind].has(qualified));
}

/** `*` matches one or more characters within one segment. */
function matchesPattern(qualified: string, pattern: string): boolean {
  const source = pattern.split("*").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${source.join("[^/]+")}$`).test(qualified);
}

/** Entries that share a short id all get their qualified id as name. */
function assignNames<T>(kind: Kind, entries: readonly Entry<T>[], draft: Draft): Entry<T>[] {
  const byId = Map.groupBy(entries, ({ id }) => id);
  for (const [id, sharing] of byId) {
    if (sharing.length < 2) continue;
    const names = sharing.map(({ qualified }) => qualified);
    draft.warnings.push({ kind: "shared_id", entry: { kind, name: id }, names });
  }
  return entries.map((entry) =>
    (byId.get(entry.id)?.length ?? 0) > 1 ? { ...entry, name: entry.qualified } : entry,
  );
}

function resolveReferences(raw: CatalogEntries, draft: Draft): CatalogEntries {
  const list = (owner: Owner, field: string, { kind, names }: { kind: Kind; names: readonly string[] }) =>
    names.flatMap((name) => {
      const target = resolveName(raw[kind], { name, scope: owner.entry.scope, removed: draft.removed[kind] });
      if ("qualified" in target) return [target.qualified];
      const { source, id } = owner.entry;
      draft.problems.push({
        where: source,
        kind: "unresolved",
        owner: { kind: owner.kind, name: id },
        field,
        target: { kind, name },
        ...target,
      });
      return [];
    });
  const picks = (owner: Owner, prefix: string, named: Picks): Picks => ({
    mcpServers: list(owner, `${prefix}mcp_servers`, { kind: "mcpServers", names: named.mcpServers }),
    skills: list(owner, `${prefix}skills`, { kind: "skills", names: named.skills }),
    hooks: list(owner, `${prefix}hooks`, { kind: "hooks", names: named.hooks }),
    plugins: list(owner, `${prefix}plugins`, { kind: "plugins", names: named.plugins }),
  });
  const references = (owner: Owner, names: readonly string[]) =>
    list(owner, "references", { kind: "references", names });

  return {
    ...raw,
    skills: mapDefinitions(raw.skills, (entry) => ({
      ...entry.definition,
      references: references({ kind: "skills", entry }, entry.definition.references),
    })),
    hooks: mapDefinitions(raw.hooks, (entry) => ({
      ...entry.definition,
      references: references({ kind: "hooks", entry }, entry.definition.references),
    })),
    plugins: mapDefinitions(raw.plugins, (entry) => ({
      ...entry.definition,
      picks: picks({ kind: "plugins", entry }, "", entry.definition.picks),
    })),
    roots: mapDefinitions(raw.roots, (entry) => {
      const { definition } = entry;
      const owner: Owner = { kind: "roots", entry };
      const subagentRoots = list(owner, "default_subagent_roots", {
        kind: "roots",
        names: definition.subagentRoots,
      });
      return { ...definition, picks: picks(owner, "default_", definition.picks), subagentRoots };
    }),
  };
}

interface Owner {
  kind: Kind;
  entry: Pick<Entry<unknown>, "id" | "scope" | "source">;
}

function mapDefinitions<T>(index: EntryIndex<T>, change: (entry: Entry<T>) => T): EntryIndex<T> {
  return indexEntries(
    [...index.byQualified.values()].map((entry) => ({ ...entry, definition: change(entry) })),
  );
}

type Unresolved = Pick<Extract<Finding, { kind: "unresolved" }>, "because" | "names">;

/** Resolves a short name within its own scope first, otherwise in the only scope that has it. */
function resolveName(
  index: EntryIndex<unknown>,
  { name, scope, removed }: { name: string; scope: string; removed: ReadonlySet<string> },
): { qualified: string } | Unresolved {
  const own = `@${scope}/${name}`;
  if (index.byQualified.has(own)) return { qualified: own };
  const found = findEntry(index, name);
  if (found.kind === "found") return { qualified: found.entry.qualified };
  if (found.kind === "ambiguous") return { because: "ambiguous", names: found.names };
  const wasRemoved = [...removed].some((qualified) => qualified === name || qualified.endsWith(`/${name}`));
  return { because: wasRemoved ? "excluded" : "unknown", names: [] };
}

/** Expands depth first: nested plugins before a plugin's own lists. Duplicates keep their last position. */
function expandPlugins(catalog: CatalogEntries, draft: Draft): CatalogEntries {
  const done = new Map<string, Picks>();
  const cycles = new Set<string>();

  function expand(qualified: string, path: readonly string[]): Picks {
    const ready = done.get(qualified);
    const entry = catalog.plugins.byQualified.get(qualified);
    if (ready || !entry) return ready ?? nothing;
    const start = path.indexOf(qualified);
    if (start !== -1) {
      reportCycle([...path.slice(start), qualified], entry.source);
      return nothing;
    }
    const own = entry.definition.picks;
    const parts = [...own.plugins.map((child) => expand(child, [...path, qualified])), own];
    const all = (pick: keyof Picks) => keepLast(parts.flatMap((part) => part[pick]));
    const whole = {
      mcpServers: all("mcpServers"),
      skills: all("skills"),
      hooks: all("hooks"),
      plugins: own.plugins,
    };
    done.set(qualified, whole);
    return whole;
  }

  /** Reports each cycle once, although it is found from each of its members. */
  function reportCycle(path: readonly string[], source: string) {
    const ring = [...new Set(path)].sort().join(" ");
    if (cycles.has(ring)) return;
    cycles.add(ring);
    draft.problems.push({ where: source, kind: "plugin_cycle", path });
  }

  return {
    ...catalog,
    plugins: mapDefinitions(catalog.plugins, ({ qualified, definition }) => ({
      ...definition,
      picks: expand(qualified, []),
    })),
  };
}

const nothing: Picks = { mcpServers: [], skills: [], hooks: [], plugins: [] };

function keepLast(list: readonly string[]): string[] {
  return [...new Set(list.toReversed())].toReversed();
}
