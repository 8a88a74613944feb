import { catalogError, invalidPicks, type PickProblem } from "./errors.ts";
import {
  type CatalogEntries,
  type Entry,
  type PickName,
  type Picks,
  pickNames,
  type RootDefinition,
} from "./model.ts";
import { findEntry } from "./rules.ts";

/** What a caller sent: an omitted list means the agent root's own, an empty one means none (R32). */
export type AskedPicks = { readonly [P in PickName]?: readonly string[] | undefined };

export interface Selection {
  /** The selected names, as given or from the agent root. */
  selected: Picks;
  /** Only known names, including what the plugins bring, without duplicates. */
  effective: Picks;
  /** Selected names that are unknown or ambiguous in the current catalog. */
  unknown: Picks;
}

const limits: Record<PickName, number> = { mcpServers: 50, skills: 100, hooks: 100, plugins: 50 };
const MAX_SHOWN_NAME = 100;

/** Never throws, because a stored session's selection may no longer be in the catalog. */
export function selectFrom(
  catalog: CatalogEntries,
  root: Entry<RootDefinition> | undefined,
  asked: AskedPicks,
): Selection {
  const selected = eachPick((pick) => [
    ...new Set(asked[pick] ?? servedNames(catalog, pick, root?.definition.picks[pick] ?? [])),
  ]);
  const direct = eachPick((pick) => servedNames(catalog, pick, selected[pick]));
  const bundles = direct.plugins.flatMap((name) => {
    const found = findEntry(catalog.plugins, name);
    return found.kind === "found" ? [found.entry.definition.picks] : [];
  });
  const bundled = (pick: PickName) =>
    servedNames(
      catalog,
      pick,
      bundles.flatMap((picks) => picks[pick]),
    );
  return {
    selected,
    effective: {
      mcpServers: union(direct.mcpServers, bundled("mcpServers")),
      skills: union(direct.skills, bundled("skills")),
      hooks: union(direct.hooks, bundled("hooks")),
      plugins: union(direct.plugins, []),
    },
    unknown: eachPick((pick) =>
      selected[pick].filter((name) => findEntry<unknown>(catalog[pick], name).kind !== "found"),
    ),
  };
}

/** Throws for lists that are too long or contain unknown names. Omitted lists are not checked. */
export function checkPicks(
  catalog: CatalogEntries,
  asked: AskedPicks,
  catalogProblems: readonly string[] = [],
): void {
  const [first, ...others] = pickNames.flatMap((pick) => problemsWith(catalog, pick, asked[pick] ?? []));
  if (first) throw invalidPicks([first, ...others], catalogProblems);
}

/** Finds a root by short or qualified name. Throws if several scopes have it. */
export function findRoot(catalog: CatalogEntries, name: string): Entry<RootDefinition> | undefined {
  const found = findEntry(catalog.roots, name);
  if (found.kind === "ambiguous")
    throw catalogError("root_ambiguous", { name, names: found.names.join(", ") });
  return found.kind === "found" ? found.entry : undefined;
}

/** Converts short or qualified names to the ones the API uses, without unknown ones. */
export function servedNames(catalog: CatalogEntries, pick: PickName, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const found = findEntry<unknown>(catalog[pick], name);
    return found.kind === "found" ? [found.entry.name] : [];
  });
}

function problemsWith(catalog: CatalogEntries, pick: PickName, names: readonly string[]): PickProblem[] {
  if (names.length > limits[pick]) {
    return [{ pick, kind: "too_many", limit: limits[pick], given: names.length }];
  }
  return names.flatMap((name): PickProblem[] => {
    const found = findEntry<unknown>(catalog[pick], name);
    if (found.kind === "found") return [];
    return found.kind === "unknown"
      ? [{ pick, kind: "unknown", name: name.slice(0, MAX_SHOWN_NAME) }]
      : [{ pick, kind: "ambiguous", name, names: found.names }];
  });
}

function eachPick(list: (pick: PickName) => readonly string[]): Picks {
  return {
    mcpServers: list("mcpServers"),
    skills: list("skills"),
    hooks: list("hooks"),
    plugins: list("plugins"),
  };
}

function union(first: readonly string[], second: readonly string[]): string[] {
  return [...new Set([...first, ...second])];
}
