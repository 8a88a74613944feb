import { noDefaults, type RootPreference, type RuntimePreference, type SessionDefaults } from "./model.ts";

/** A runtime as far as a choice of its models has to be judged. */
interface KnownRuntime {
  id: string;
  accepts(model: string): boolean;
  effortLevels(model: string): readonly string[];
}

const isEmpty = (preference: RuntimePreference | RootPreference): boolean =>
  Object.values(preference).every((value) => value === null);

const filled = <T extends RuntimePreference | RootPreference>(held: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(held).filter(([, preference]) => !isEmpty(preference)));

/** Without the entries that choose nothing. */
export const tidied = ({ runtime, runtimes, roots }: SessionDefaults): SessionDefaults => ({
  runtime,
  runtimes: filled(runtimes),
  roots: filled(roots),
});

/** One sentence for each choice that no session could begin with. */
export function problemsOf(chosen: SessionDefaults, known: readonly KnownRuntime[]): string[] {
  const find = (id: string) => known.find((runtime) => runtime.id === id);
  const names = known.map(({ id }) => id).join(", ");
  const unknown = (id: string): string => `There is no runtime "${id}"; there are ${names}`;
  const problems: string[] = [];
  if (chosen.runtime !== null && !find(chosen.runtime)) problems.push(unknown(chosen.runtime));
  for (const [id, preference] of Object.entries(chosen.runtimes)) {
    const runtime = find(id);
    problems.push(...(runtime ? misfits(preference, runtime) : [unknown(id)]));
  }
  for (const { runtime: id, ...preference } of Object.values(chosen.roots)) {
    // Without a runtime of its own a root may be run by any, and what does not fit it is passed over.
    if (id === null) continue;
    const runtime = find(id);
    problems.push(...(runtime ? misfits(preference, runtime) : [unknown(id)]));
  }
  return problems;
}

function misfits({ model, effort }: RuntimePreference, runtime: KnownRuntime): string[] {
  if (model !== null && !runtime.accepts(model)) return [`${runtime.id} does not offer the model "${model}"`];
  if (model !== null && effort !== null && !runtime.effortLevels(model).includes(effort))
    return [`The model "${model}" does not take the effort "${effort}"`];
  return [];
}

const nothing: RootPreference = { runtime: null, model: null, effort: null };

/** By a name from outside, which may be one that every object has. */
const entryOf = <T>(held: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(held, name) ? held[name] : undefined;

/** What was chosen for a root; nulls where nothing was. */
export const rootPreferenceIn = (chosen: SessionDefaults | null, root: string): RootPreference =>
  entryOf((chosen ?? noDefaults).roots, root) ?? nothing;

export const runtimePreferenceIn = (chosen: SessionDefaults | null, runtime: string): RuntimePreference =>
  entryOf((chosen ?? noDefaults).runtimes, runtime) ?? nothing;
