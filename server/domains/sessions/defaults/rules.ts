import {
  type DefaultsChange,
  noDefaults,
  type RootPreference,
  type RuntimePreference,
  type SessionDefaults,
} from "./model.ts";

/** What is needed of a runtime to check a choice of its models. */
interface KnownRuntime {
  id: string;
  accepts(model: string): boolean;
  effortLevels(model: string): readonly string[];
}

const isEmpty = (preference: RuntimePreference | RootPreference): boolean =>
  Object.values(preference).every((value) => value === null);

const filled = <T extends RuntimePreference | RootPreference>(
  entries: Record<string, T>,
): Record<string, T> =>
  Object.fromEntries(Object.entries(entries).filter(([, preference]) => !isEmpty(preference)));

/** Without the entries that choose nothing. */
export const withoutEmptyEntries = ({ runtime, runtimes, roots }: SessionDefaults): SessionDefaults => ({
  runtime,
  runtimes: filled(runtimes),
  roots: filled(roots),
});

/** Why no session could start with a choice. */
export type DefaultsProblem =
  | { kind: "unknown_runtime"; runtime: string; known: readonly string[] }
  | { kind: "model_not_offered"; runtime: string; model: string }
  | { kind: "effort_not_accepted"; model: string; effort: string };

/** The choices that no session could start with. */
export function problemsOf(chosen: SessionDefaults, known: readonly KnownRuntime[]): DefaultsProblem[] {
  const find = (id: string) => known.find((runtime) => runtime.id === id);
  const names = known.map(({ id }) => id);
  const unknown = (id: string): DefaultsProblem => ({ kind: "unknown_runtime", runtime: id, known: names });
  const problems: DefaultsProblem[] = [];
  if (chosen.runtime !== null && !find(chosen.runtime)) problems.push(unknown(chosen.runtime));
  for (const [id, preference] of Object.entries(chosen.runtimes)) {
    const runtime = find(id);
    problems.push(...(runtime ? problemsWith(preference, runtime) : [unknown(id)]));
  }
  for (const { runtime: id, ...preference } of Object.values(chosen.roots)) {
    // A root without a runtime may run on any; what does not fit that one is ignored.
    if (id === null) continue;
    const runtime = find(id);
    problems.push(...(runtime ? problemsWith(preference, runtime) : [unknown(id)]));
  }
  return problems;
}

function problemsWith({ model, effort }: RuntimePreference, runtime: KnownRuntime): DefaultsProblem[] {
  if (model !== null && !runtime.accepts(model))
    return [{ kind: "model_not_offered", runtime: runtime.id, model }];
  if (model !== null && effort !== null && !runtime.effortLevels(model).includes(effort))
    return [{ kind: "effort_not_accepted", model, effort }];
  return [];
}

/** The problems that the previous choices did not have: a model that is no longer listed must not block other changes. */
export function newProblems(
  problems: readonly DefaultsProblem[],
  before: readonly DefaultsProblem[],
): DefaultsProblem[] {
  const known = before.map((problem) => JSON.stringify(problem));
  return problems.filter((problem) => {
    const at = known.indexOf(JSON.stringify(problem));
    // Each excuses one, so the same mistake in another place is new.
    if (at !== -1) known.splice(at, 1);
    return at === -1;
  });
}

/** A root's choice without a runtime may be of any. */
export const namesModel = (
  { runtimes, roots }: SessionDefaults,
  { runtime, model }: { runtime: string; model: string },
): boolean =>
  entryOf(runtimes, runtime)?.model === model ||
  Object.values(roots).some((root) => root.model === model && (root.runtime ?? runtime) === runtime);

const nothing: RootPreference = { runtime: null, model: null, effort: null };

/** Own properties only, because the name comes from outside. */
const entryOf = <T>(entries: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(entries, name) ? entries[name] : undefined;

/** What was chosen for a root; null where nothing was. */
export const rootPreferenceIn = (chosen: SessionDefaults | null, root: string): RootPreference =>
  entryOf((chosen ?? noDefaults).roots, root) ?? nothing;

export const runtimePreferenceIn = (chosen: SessionDefaults | null, runtime: string): RuntimePreference =>
  entryOf((chosen ?? noDefaults).runtimes, runtime) ?? nothing;

/** The model is that of the runtime that new sessions get after the change. */
export function changedDefaults(
  chosen: SessionDefaults,
  { default_runtime, default_model }: DefaultsChange,
  fallbackRuntime: string,
): SessionDefaults {
  const runtime = default_runtime === undefined ? chosen.runtime : default_runtime?.trim() || null;
  if (default_model === undefined) return { ...chosen, runtime };
  const id = runtime ?? fallbackRuntime;
  const before = chosen.runtimes[id] ?? { model: null, effort: null };
  const model = default_model?.trim() || null;
  return { ...chosen, runtime, runtimes: { ...chosen.runtimes, [id]: { ...before, model } } };
}
