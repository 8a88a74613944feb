import type { Database } from "../../../db/open.ts";
import { type Actor, actorName } from "../../../http/caller.ts";
import type { Clock } from "../../../lib/clock.ts";
import { instant } from "../../../lib/instant.ts";
import type { Logger } from "../../../lib/logger.ts";
import { modelRefusal } from "./errors.ts";
import {
  type AddedModel,
  addedModelLimit,
  type CliListing,
  type ModelPatch,
  type NewModel,
} from "./model.ts";
import { isBuiltIn, type KnownRuntime, listingOf, runtimeModels } from "./runtime-models.ts";
import { type AddedModelRow, addedModelStore, type NewAddedModelRow } from "./store.ts";
import { text } from "./text.ts";

export type ModelService = ReturnType<typeof modelService>;

/** Which models there are: those of the runtimes, and those that the owner added. */
export function modelService(deps: {
  database: Database;
  clock: Clock;
  log: Logger;
  runtimes: readonly KnownRuntime[];
  /** What a CLI gets that is asked for its models. */
  agentEnvironment: Readonly<Record<string, string | undefined>>;
  /** Whether the owner's defaults name it. */
  isDefault(runtime: string, model: string): boolean;
}) {
  const { database, clock, log, runtimes } = deps;
  const store = addedModelStore(database);
  let kept: readonly AddedModelRow[] | null = null;

  const added = (): readonly AddedModelRow[] => {
    kept ??= store.all();
    return kept;
  };
  const addedTo = (runtime: string): AddedModelRow[] => added().filter((row) => row.runtime === runtime);
  const find = (id: string): KnownRuntime | undefined => runtimes.find((known) => known.id === id);

  const view = (row: AddedModelRow): AddedModel => viewOf(row, find(row.runtime));

  function changed(sentence: string): void {
    kept = null;
    log.info(`[Models] ${sentence}`);
  }

  function checkNew({ runtime, model_id: model }: NewModel): KnownRuntime {
    const known = find(runtime);
    const ids = runtimes.map(({ id }) => id);
    if (!known) throw modelRefusal("unknown_runtime", { name: runtime, known: ids.join(", ") });
    const named = { model, runtime: known.label };
    if (isBuiltIn(known, model)) throw modelRefusal("built_in", named);
    if (addedTo(runtime).some(({ modelId }) => modelId === model)) throw modelRefusal("duplicate", named);
    if (addedTo(runtime).length >= addedModelLimit)
      throw modelRefusal("too_many", { runtime: known.label, limit: addedModelLimit });
    return known;
  }

  function staysAccepted(runtime: string, model: string): boolean {
    const known = find(runtime);
    return known !== undefined && runtimeModels(known, () => []).accepts(model);
  }

  function existing(id: number): AddedModelRow {
    const row = store.find(id);
    if (!row) throw modelRefusal("not_found");
    return row;
  }

  return {
    /** By runtime, in the order of the runtimes. */
    byRuntime: runtimes.map((runtime) => runtimeModels(runtime, () => addedTo(runtime.id))),

    list: (): AddedModel[] => added().map(view),

    /** Asks the CLI first. Throws 422 for a model that its list lacks, unless that is allowed. */
    async add(asked: NewModel, by: Actor): Promise<AddedModel> {
      const listing = await askCli(checkNew(asked), asked.model_id, deps.agentEnvironment);
      return database.transaction(() => {
        // Another request may have added it in the meantime.
        const runtime = checkNew(asked);
        if (listing.cli_listed === false && !asked.allow_unlisted) throw unlisted(asked, runtime, listing);
        const row = store.insert(newRow(asked, { listing, by, at: clock.now() }));
        changed(`${actorName(by)} added ${row.modelId} to ${runtime.id}`);
        return view(row);
      });
    },

    change: (id: number, { label, requires_oauth }: ModelPatch, by: Actor): AddedModel =>
      database.transaction(() => {
        const row = existing(id);
        const next = store.change(id, {
          label: label ?? row.label,
          requiresOauth: requires_oauth ?? row.requiresOauth,
        });
        changed(`${actorName(by)} changed how ${row.modelId} of ${row.runtime} is shown`);
        return view(next ?? row);
      }),

    /** Throws 422 while the defaults for new sessions name it, and could not without this entry. */
    remove: (id: number, by: Actor): void =>
      database.transaction(() => {
        const { runtime, modelId: model } = existing(id);
        if (deps.isDefault(runtime, model) && !staysAccepted(runtime, model))
          throw modelRefusal("in_use", { model });
        store.remove(id);
        changed(`${actorName(by)} removed ${model} from ${runtime}`);
      }),
  };
}

function viewOf(row: AddedModelRow, runtime: KnownRuntime | undefined): AddedModel {
  return {
    id: row.id,
    runtime: row.runtime,
    model_id: row.modelId,
    label: row.label,
    requires_oauth: row.requiresOauth,
    ...listingOf(row),
    shadowed_by_built_in: runtime !== undefined && isBuiltIn(runtime, row.modelId),
    added_via: row.addedVia,
    created_at: instant(row.createdAt),
  };
}

const newRow = (
  asked: NewModel,
  { listing, by, at }: { listing: CliListing; by: Actor; at: number },
): NewAddedModelRow => ({
  runtime: asked.runtime,
  modelId: asked.model_id,
  label: asked.label || asked.model_id,
  requiresOauth: asked.requires_oauth,
  cliListed: listing.cli_listed,
  cliVersion: listing.cli_version,
  cliNote: listing.cli_note,
  addedVia: by.kind === "board" ? "web_ui" : "api",
  createdAt: at,
});

const unlisted = ({ model_id: model }: NewModel, { label: runtime }: KnownRuntime, listing: CliListing) =>
  modelRefusal("not_listed", { model, runtime, version: listing.cli_version ?? "" });

async function askCli(
  runtime: KnownRuntime,
  model: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<CliListing> {
  const none = { cli_listed: null, cli_version: null };
  if (!runtime.lookUpModel) return { ...none, cli_note: text.noList(runtime.label) };
  const answer = await runtime.lookUpModel(model, environment);
  if (answer.kind === "unanswered")
    return { ...none, cli_note: text.notAsked({ runtime: runtime.label, reason: answer.reason }) };
  const { isListed, version } = answer;
  const note = isListed ? null : text.notListed({ runtime: runtime.label, version });
  return { cli_listed: isListed, cli_version: version, cli_note: note };
}
