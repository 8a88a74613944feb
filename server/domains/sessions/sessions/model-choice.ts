import { cutCharacters } from "../../../lib/character-rules.ts";
import { sessionRefusal } from "./errors.ts";
import type { NewSession } from "./model.ts";
import type { ModelPort, RootDefaults } from "./ports.ts";
import type { SessionRow } from "./store.ts";
import { text } from "./text.ts";

type Preference = { model: string | null; effort: string | null } | null;

/** Characters of a name in a warning. */
const shownLimit = 100;

interface ModelSources {
  runtime: ModelPort;
  /** The owner's for the root, the root's own, the owner's for the runtime. */
  defaults: readonly Preference[];
  root: Pick<RootDefaults, "name" | "model" | "runtime"> | null;
}

/**
 * A model the runtime does not offer falls back to the first default it does offer (R33), with a warning. An effort the
 * model lacks is refused if the request names it, and skipped if it comes from a default.
 */
export function resolveModel(
  input: NewSession,
  { runtime, defaults, root }: ModelSources,
  runtimes: readonly ModelPort[],
) {
  const { model: asked, effort, ...rest } = input.config ?? {};
  const wanted = nameOf(asked);
  const fits = (model: string | null | undefined): model is string =>
    Boolean(model && runtime.accepts(model));
  const models = wanted === null ? defaults.map((one) => one?.model) : [wanted, defaults.at(-1)?.model];
  const model = models.find(fits) ?? runtime.defaultModel;
  const warnings = warningsOf(wanted, { defaults, root, runtime, runtimes, model });
  const isOpen = effort === undefined || effort === null || effort === "";
  const levels = runtime.effortLevels(model);
  const chosen = isOpen
    ? (defaults.map((one) => levels.find((level) => level === one?.effort)).find((level) => level) ?? null)
    : readEffort(effort, model, runtime);
  return { choice: { model, effort: chosen, config: rest }, warnings };
}

/** Null if no model is named. What is not text names a model that no runtime offers. */
function nameOf(asked: unknown): string | null {
  if (asked === undefined || asked === null) return null;
  return typeof asked === "string" ? asked.trim() : JSON.stringify(asked);
}

function warningsOf(
  wanted: string | null,
  of: ModelSources & { runtimes: readonly ModelPort[]; model: string },
): string[] {
  const { root, runtime, runtimes, model, defaults } = of;
  const used = { model, runtime: runtime.label };
  const shown = (name: string): string => cutCharacters(name, shownLimit);
  if (wanted !== null)
    return wanted === "" || runtime.accepts(wanted)
      ? []
      : [text.modelNotOffered({ ...used, wanted: shown(wanted) })];
  const fits = (one: Preference | undefined): boolean => Boolean(one?.model && runtime.accepts(one.model));
  if (fits(defaults[0])) return [];
  if (root !== null && root.model !== null && isMistaken({ ...root, model: root.model }, runtime, runtimes))
    return [text.rootModelNotOffered({ ...used, wanted: shown(root.model), root: root.name })];
  const own = defaults.at(-1);
  if (!own?.model || defaults.some(fits)) return [];
  return [text.defaultModelNotOffered({ ...used, wanted: shown(own.model) })];
}

/** A root's model may be meant for another runtime; otherwise it is a mistake in the catalog. */
function isMistaken(
  { model, runtime: own }: { model: string; runtime: string | null },
  runtime: ModelPort,
  runtimes: readonly ModelPort[],
): boolean {
  if (runtime.accepts(model)) return false;
  return own === null ? !runtimes.some((other) => other.accepts(model)) : own === runtime.id;
}

function readEffort(effort: unknown, model: string, runtime: ModelPort): SessionRow["effort"] {
  if (effort === "default") return null;
  const levels = runtime.effortLevels(model);
  const level = levels.find((known) => known === effort);
  if (level) return level;
  if (typeof effort !== "string") throw sessionRefusal("effort_not_a_string");
  throw sessionRefusal("effort_not_taken", { effort, model, valid: levels.join(", ") });
}
