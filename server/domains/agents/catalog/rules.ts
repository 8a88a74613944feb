import type { Definitions, Entry, Kind, Picks, Shelf, Shelves } from "./model.ts";

/** One index file as read: its entries and the scope they were found under. */
export interface IndexContent<T> {
  source: string;
  scope: string;
  entries: ReadonlyMap<string, T>;
}
export type Indexes = { [K in Kind]: IndexContent<Definitions[K]>[] };

/** Qualified ids, or patterns of them, that are left out of each kind. */
export type Excludes = { readonly [K in Kind]?: readonly string[] };

export interface Composition {
  shelves: Shelves;
  /** Why the catalog cannot be used; empty when it can. */
  problems: readonly string[];
  /** What its owner should know, though it can be used. */
  warnings: readonly string[];
}

export type FoundEntry<T> =
  | { kind: "found"; entry: Entry<T> }
  | { kind: "unknown" }
  | { kind: "ambiguous"; names: readonly string[] };

/** Words for the kinds in sentences. */
export const kindLabel: Record<Kind, string> = {
  references: "reference",
  mcpServers: "MCP server",
  skills: "skill",
  hooks: "hook",
  plugins: "plugin",
  roots: "agent root",
};

interface Draft {
  problems: string[];
  warnings: string[];
  /** Qualified ids that `exclude` took out, per kind. */
  removed: Record<Kind, Set<string>>;
}

/** Puts the index files together: union, excludes, references, plugins. Collects every problem, not the first. */
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
  const fill = <K extends Kind>(kind: K): Shelf<Definitions[K]> => {
    const all = unite<Definitions[K]>(kind, indexes[kind], draft);
    const kept = leaveOut({ kind, entries: all, patterns: excludes[kind] ?? [] }, draft);
    return shelve(nameAll(kind, kept, draft));
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
    Object.values(raw).flatMap((shelf) => [...shelf.byQualified.values()].map(({ scope }) => scope)),
  );
  const shelves = resolveReferences({ ...raw, composed: scopes.size > 1 }, draft);
  return { shelves: expandPlugins(shelves, draft), problems: draft.problems, warnings: draft.warnings };
}

/** Finds an artifact by its short or qualified id. */
export function findEntry<T>(shelf: Shelf<T>, name: string): FoundEntry<T> {
  const exact = shelf.byQualified.get(name);
  if (exact) return { kind: "found", entry: exact };
  const [first, ...others] = shelf.byId.get(name) ?? [];
  if (!first) return { kind: "unknown" };
  if (others.length === 0) return { kind: "found", entry: first };
  return { kind: "ambiguous", names: [first, ...others].map(({ qualified }) => qualified) };
}

function shelve<T>(entries: readonly Entry<T>[]): Shelf<T> {
  return {
    byQualified: new Map(entries.map((entry) => [entry.qualified, entry])),
    byId: Map.groupBy(entries, ({ id }) => id),
  };
}

function unite<T>(kind: Kind, contents: readonly IndexContent<T>[], draft: Draft): Entry<T>[] {
  const found = new Map<string, Entry<T>>();
  for (const { source, scope, entries } of contents) {
    for (const [id, definition] of entries) {
      const qualified = `@${scope}/${id}`;
      const first = found.get(qualified);
      if (first) {
        draft.problems.push(`${source}: ${kindLabel[kind]} "${id}" is also defined in ${first.source}`);
      } else {
        found.set(qualified, { id, scope, qualified, name: id, source, definition });
      }
    }
  }
  return [...found.values()];
}

function leaveOut<T>(
  { kind, entries, patterns }: { kind: Kind; entries: readonly Entry<T>[]; patterns: readonly string[] },
  draft: Draft,
): Entry<T>[] {
  for (const pattern of patterns) {
    const hit = entries.filter(({ qualified }) => matchesPattern(qualified, pattern));
    if (hit.length === 0) draft.warnings.push(`exclude: "${pattern}" matches no ${kindLabel[kind]}`);
    for (const { qualified } of hit) draft.removed[kind].add(qualified);
  }
  return entries.filter(({ qualified }) => !draft.removed[kind].has(qualified));
}

/** `*` stands for one or more characters within one segment. */
function matchesPattern(qualified: string, pattern: string): boolean {
  const source = pattern.split("*").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${source.join("[^/]+")}$`).test(qualified);
}

/** Artifacts that share a short id are all served under their qualified ones. */
function nameAll<T>(kind: Kind, entries: readonly Entry<T>[], draft: Draft): Entry<T>[] {
  const byId = Map.groupBy(entries, ({ id }) => id);
  for (const [id, sharing] of byId) {
    if (sharing.length < 2) continue;
    const names = sharing.map(({ qualified }) => qualified).join(", ");
    draft.warnings.push(`${kindLabel[kind]} "${id}" exists in several scopes; use one of ${names}`);
  }
  return entries.map((entry) =>
    (byId.get(entry.id)?.length ?? 0) > 1 ? { ...entry, name: entry.qualified } : entry,
  );
}

function resolveReferences(raw: Shelves, draft: Draft): Shelves {
  const list = (owner: Owner, field: string, { kind, names }: { kind: Kind; names: readonly string[] }) =>
    names.flatMap((name) => {
      const target = lookUp(raw[kind], { name, scope: owner.entry.scope, removed: draft.removed[kind] });
      if ("qualified" in target) return [target.qualified];
      const who = `${owner.entry.source}: ${kindLabel[owner.kind]} "${owner.entry.id}"`;
      draft.problems.push(`${who}: ${field} names the ${kindLabel[kind]} "${name}", which ${target.reason}`);
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
    skills: redefine(raw.skills, (entry) => ({
      ...entry.definition,
      references: references({ kind: "skills", entry }, entry.definition.references),
    })),
    hooks: redefine(raw.hooks, (entry) => ({
      ...entry.definition,
      references: references({ kind: "hooks", entry }, entry.definition.references),
    })),
    plugins: redefine(raw.plugins, (entry) => ({
      ...entry.definition,
      picks: picks({ kind: "plugins", entry }, "", entry.definition.picks),
    })),
    roots: redefine(raw.roots, (entry) => {
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

function redefine<T>(shelf: Shelf<T>, change: (entry: Entry<T>) => T): Shelf<T> {
  return shelve([...shelf.byQualified.values()].map((entry) => ({ ...entry, definition: change(entry) })));
}

/** A short name means the entry of its own scope first, else the only scope that has it. */
function lookUp(
  shelf: Shelf<unknown>,
  { name, scope, removed }: { name: string; scope: string; removed: ReadonlySet<string> },
): { qualified: string } | { reason: string } {
  const own = `@${scope}/${name}`;
  if (shelf.byQualified.has(own)) return { qualified: own };
  const found = findEntry(shelf, name);
  if (found.kind === "found") return { qualified: found.entry.qualified };
  if (found.kind === "ambiguous") return { reason: `is ambiguous: ${found.names.join(", ")}` };
  const wasRemoved = [...removed].some((qualified) => qualified === name || qualified.endsWith(`/${name}`));
  return { reason: wasRemoved ? "was removed by exclude" : "is not in the catalog" };
}

/** Depth first, nested plugins before a plugin's own lists; what comes up twice keeps its last place. */
function expandPlugins(shelves: Shelves, draft: Draft): Shelves {
  const done = new Map<string, Picks>();
  const cycles = new Set<string>();

  function expand(qualified: string, path: readonly string[]): Picks {
    const ready = done.get(qualified);
    const entry = shelves.plugins.byQualified.get(qualified);
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

  /** The same ring is met from each of its members; it is reported once. */
  function reportCycle(path: readonly string[], source: string) {
    const ring = [...new Set(path)].sort().join(" ");
    if (cycles.has(ring)) return;
    cycles.add(ring);
    draft.problems.push(`${source}: plugins contain each other: ${path.join(" -> ")}`);
  }

  return {
    ...shelves,
    plugins: redefine(shelves.plugins, ({ qualified, definition }) => ({
      ...definition,
      picks: expand(qualified, []),
    })),
  };
}

const nothing: Picks = { mcpServers: [], skills: [], hooks: [], plugins: [] };

function keepLast(list: readonly string[]): string[] {
  return [...new Set(list.toReversed())].toReversed();
}
