import type { Tool } from "./tool.ts";

/** Tools that are offered together, by the name that `tool_groups` takes. */
export interface ToolGroup {
  readonly name: string;
  /** `base` is offered by default, `opt_in` only by name; base tools take precedence over those of a `composite`. */
  readonly kind: "base" | "opt_in" | "composite";
  readonly tools: readonly Tool[];
}

export interface ChosenTools {
  tools: readonly Tool[];
  /** Names of groups that do not exist. */
  unknown: readonly string[];
}

const readOnlyMark = "_readonly";

/**
 * The tools of the named groups, each once, in the order of the groups. null means all base groups. `<group>_readonly` is a
 * group without tools that change something; the whole group takes precedence over it.
 */
export function chooseTools(groups: readonly ToolGroup[], names: readonly string[] | null): ChosenTools {
  const wanted = new Set(names ?? groups.filter(({ kind }) => kind === "base").map(({ name }) => name));
  const offered = [...groups]
    .sort((one, other) => rank(one) - rank(other))
    .flatMap((group) => {
      if (wanted.has(group.name)) return group.tools;
      if (wanted.has(group.name + readOnlyMark)) return group.tools.filter(({ effect }) => effect === "read");
      return [];
    });
  const tools = new Map<string, Tool>();
  for (const tool of offered) if (!tools.has(tool.name)) tools.set(tool.name, tool);
  const known = new Set(groups.flatMap(({ name }) => [name, name + readOnlyMark]));
  return { tools: [...tools.values()], unknown: [...wanted].filter((name) => !known.has(name)) };
}

const rank = ({ kind }: ToolGroup): number => (kind === "composite" ? 1 : 0);
