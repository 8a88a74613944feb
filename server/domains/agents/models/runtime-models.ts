import type { AgentRuntime, EffortLevel, RuntimeModel } from "../../../runtimes/runtime.ts";
import { priceList } from "../../pricing/prices/index.ts";
import { type CliListing, modelIdLimit } from "./model.ts";
import { isListedModel } from "./rules.ts";
import type { AddedModelRow } from "./store.ts";

export type KnownRuntime = Pick<
  AgentRuntime,
  "id" | "label" | "models" | "defaultModel" | "readModelName" | "lookUpModel"
>;

/** A model that forms offer. */
export interface OfferedModel extends RuntimeModel {
  requiresOauth: boolean;
  /** Null for a model that the runtime comes with. */
  added: CliListing | null;
}

/** The models of one runtime. */
export interface RuntimeModels {
  id: string;
  label: string;
  defaultModel: string;
  /** Those that the runtime comes with, then the added ones. */
  offered(): OfferedModel[];
  /** The one rule for every text that names a model. */
  accepts(model: string): boolean;
  effortLevels(model: string): readonly EffortLevel[];
}

const everyLevel: readonly EffortLevel[] = ["low", "medium", "high", "xhigh", "max"];
/** Without the owner's own prices: a price for a misspelled model would make it one. */
const listPrices = priceList();
const isPriced = (model: string): boolean => listPrices.isPriced(model);

/** The models of a runtime, with those that the owner added to it. */
export function runtimeModels(runtime: KnownRuntime, added: () => readonly AddedModelRow[]): RuntimeModels {
  const { id, label, defaultModel } = runtime;
  return {
    id,
    label,
    defaultModel,
    offered: () => [
      ...runtime.models.map((model) => ({ ...model, requiresOauth: false, added: null })),
      ...added()
        .filter(({ modelId }) => !isBuiltIn(runtime, modelId))
        .map(offeredAs),
    ],
    accepts: (model) =>
      model.length <= modelIdLimit &&
      isListedModel({
        name: runtime.readModelName(model),
        isAdded: added().some(({ modelId }) => modelId === model),
        isPriced,
      }),
    effortLevels(model) {
      const plain = runtime.readModelName(model)?.plain;
      const known = runtime.models.find((one) => one.id === model || one.id === plain);
      return known?.effortLevels ?? everyLevel;
    },
  };
}

export const isBuiltIn = (runtime: Pick<KnownRuntime, "models">, model: string): boolean =>
  runtime.models.some(({ id }) => id === model);

export const listingOf = ({ cliListed, cliVersion, cliNote }: AddedModelRow): CliListing => ({
  cli_listed: cliListed,
  cli_version: cliVersion,
  cli_note: cliNote,
});

const offeredAs = (row: AddedModelRow): OfferedModel => ({
  id: row.modelId,
  label: row.label,
  effortLevels: everyLevel,
  defaultEffort: null,
  requiresOauth: row.requiresOauth,
  added: listingOf(row),
});
