import { type Genesis, genesisNames, type SchedulingClass } from "../../sessions/sessions/model.ts";
import { type GenesisClasses, type GenesisOverrides, settableGenesis } from "./model.ts";

/** `unknown` is priority: work whose origin was lost is not held back. */
const priorityByDefault: readonly string[] = ["web_ui", "chat", "unknown"] satisfies Genesis[];

type Settable = (typeof settableGenesis)[number];

export const settableIn = (genesis: string): Settable | undefined =>
  settableGenesis.find((name) => name === genesis);

const defaultClass = (genesis: Genesis): SchedulingClass =>
  priorityByDefault.includes(genesis) ? "priority" : "spot";

/** An override counts for the settable ones alone, whatever is stored. */
function classOfGenesis(genesis: Genesis, overrides: GenesisOverrides): SchedulingClass {
  const settable = settableIn(genesis);
  return (settable && overrides[settable]) ?? defaultClass(genesis);
}

export const priorityGenesisIn = (overrides: GenesisOverrides): Genesis[] =>
  genesisNames.filter((genesis) => classOfGenesis(genesis, overrides) === "priority");

/** An override that says what the default says is none. */
export function overridden(
  overrides: GenesisOverrides,
  { genesis, to }: { genesis: Settable; to: SchedulingClass },
): GenesisOverrides {
  const { [genesis]: _before, ...others } = overrides;
  return to === defaultClass(genesis) ? others : { ...others, [genesis]: to };
}

/** The table of the page; sessions of a genesis that is not known count as `unknown`. */
export function classTable(
  overrides: GenesisOverrides,
  live: readonly { genesis: string; count: number }[],
): GenesisClasses {
  const countOf = (genesis: Genesis): number =>
    live
      .filter((row) => (genesisNames.find((name) => name === row.genesis) ?? "unknown") === genesis)
      .reduce((sum, { count }) => sum + count, 0);
  return {
    overrides,
    kinds: genesisNames.map((genesis) => {
      const settable = settableIn(genesis);
      return {
        genesis,
        class: classOfGenesis(genesis, overrides),
        default_class: defaultClass(genesis),
        overridden: settable !== undefined && overrides[settable] !== undefined,
        settable: settable !== undefined,
        live_sessions: countOf(genesis),
      };
    }),
  };
}
