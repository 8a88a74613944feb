import { catalogError, invalidPicks, type PickProblem } from "./errors.ts";
import {
  type Entry,
  type PickName,
  type Picks,
  pickNames,
  type RootDefinition,
  type Shelves,
} from "./model.ts";
import { findEntry, kindLabel } from "./rules.ts";

/** What a caller sent: a list left out means the agent root's own, an empty one means none (R32). */
export type AskedPicks = { readonly [P in PickName]?: readonly string[] | undefined };

export interface Selection {
  /** The names in force as given, or as the agent root has them. */
  selected: Picks;
  /** Known names only, as served, with what the plugins bring; each once. */
  effective: Picks;
  /** Selected names that name nothing, or more than one thing, in the catalog as it is now. */
  unknown: Picks;
}

const limits: Record<PickName, number> = { mcpServers: 50, skills: 100, hooks: 100, plugins: 50 };
const MAX_SHOWN_NAME = 100;

/** Never throws: what a stored session selected may have left the catalog since. */
export function selectFrom(
  shelves: Shelves,
  root: Entry<RootDefinition> | undefined,
  asked: AskedPicks,
): Selection {
  const selected = eachPick((pick) => [
    ...new Set(asked[pick] ?? servedNames(shelves, pick, root?.definition.picks[pick] ?? [])),
  ]);
  const direct = eachPick((pick) => servedNames(shelves, pick, selected[pick]));
  const bundles = direct.plugins.flatMap((name) => {
    const found = findEntry(shelves.plugins, name);
    return found.kind === "found" ? [found.entry.definition.picks] : [];
  });
  const bundled = (pick: PickName) =>
    servedNames(
      shelves,
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
      selected[pick].filter((name) => findEntry<unknown>(shelves[pick], name).kind !== "found"),
    ),
  };
}

/** Refuses lists that are too long or name what the catalog does not have; lists left out are not judged. */
export function checkPicks(shelves: Shelves, asked: AskedPicks): void {
  const [first, ...others] = pickNames.flatMap((pick) => problemsWith(shelves, pick, asked[pick] ?? []));
  if (first) throw invalidPicks([first, ...others]);
}

/** By short or qualified name; undefined when there is none, a refusal when several scopes have it. */
export function findRoot(shelves: Shelves, name: string): Entry<RootDefinition> | undefined {
  const found = findEntry(shelves.roots, name);
  if (found.kind === "ambiguous")
    throw catalogError("root_ambiguous", { name, names: found.names.join(", ") });
  return found.kind === "found" ? found.entry : undefined;
}

/** Short or qualified names to the ones served; unknown ones are left out. */
export function servedNames(shelves: Shelves, pick: PickName, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const found = findEntry<unknown>(shelves[pick], name);
    return found.kind === "found" ? [found.entry.name] : [];
  });
}

function problemsWith(shelves: Shelves, pick: PickName, names: readonly string[]): PickProblem[] {
  const what = kindLabel[pick];
  if (names.length > limits[pick]) {
    const message = `At most ${limits[pick]} ${what}s can be selected; ${names.length} were given`;
    return [{ pick, kind: "too_many", message }];
  }
  return names.flatMap((name) => {
    const found = findEntry<unknown>(shelves[pick], name);
    if (found.kind === "found") return [];
    const message =
      found.kind === "unknown"
        ? `Unknown ${what} "${name.slice(0, MAX_SHOWN_NAME)}"`
        : `The ${what} "${name}" exists in several scopes; use one of ${found.names.join(", ")}`;
    return [{ pick, kind: "unknown" as const, message }];
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
