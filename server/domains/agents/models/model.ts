import { z } from "zod";
import { noContent, operation } from "../../../http/model.ts";

/** Whether the CLI's own list has a model: null if the CLI could not be asked. */
export const cliListing = z.object({
  cli_listed: z.boolean().nullable(),
  /** Of the CLI that was asked. */
  cli_version: z.string().nullable(),
  /** A sentence on why the CLI does not list it, or could not be asked; null if it lists it. */
  cli_note: z.string().nullable(),
});
export type CliListing = z.infer<typeof cliListing>;

/** A model that the owner added to those a runtime comes with. */
export const addedModel = z
  .object({
    id: z.number().int(),
    runtime: z.string(),
    model_id: z.string(),
    label: z.string(),
    requires_oauth: z.boolean(),
    ...cliListing.shape,
    /** The runtime has come to offer it itself, so the entry changes nothing. */
    shadowed_by_built_in: z.boolean(),
    added_via: z.enum(["web_ui", "api"]),
    created_at: z.string(),
  })
  .meta({ id: "ModelCatalogEntry" });
export type AddedModel = z.infer<typeof addedModel>;

/** Application inference profiles of Amazon Bedrock have names of more than 100 characters. */
export const modelIdLimit = 200;
export const addedModelLimit = 200;
const modelIdPattern = /^[A-Za-z0-9~][A-Za-z0-9._:~/[\]@+-]*$/;
const label = z.string().trim().min(1).max(200);

export const newModel = z.object({
  runtime: z.string().trim().min(1).max(100),
  model_id: z.string().trim().min(1).max(modelIdLimit).regex(modelIdPattern, {
    message: "model_id can contain letters, digits and the characters . _ : ~ / [ ] @ + -",
  }),
  /** The id by default. */
  label: z.string().trim().max(200).optional(),
  requires_oauth: z.boolean().default(false),
  /** Adds it although the CLI's own list does not have it. */
  allow_unlisted: z.boolean().default(false),
});
export type NewModel = z.infer<typeof newModel>;

export const modelPatch = z.object({ label: label.optional(), requires_oauth: z.boolean().optional() });
export type ModelPatch = z.infer<typeof modelPatch>;

const modelKey = z.object({ id: z.string().regex(/^\d{1,15}$/) });
const one = z.object({ model_catalog_entry: addedModel });

export const modelOperations = {
  listModelCatalogEntries: operation({
    id: "listModelCatalogEntries",
    method: "get",
    path: "/model_catalog_entries",
    source: "E160",
    summary: "List models that were added to the built-in ones",
    callers: ["api", "native"],
    response: z.object({ model_catalog_entries: z.array(addedModel) }),
  }),
  addModel: operation({
    id: "addModelCatalogEntry",
    method: "post",
    path: "/model_catalog_entries",
    summary: "Add a model to a runtime, after asking its CLI whether it lists the model",
    callers: ["human"],
    body: newModel,
    status: 201,
    response: one,
  }),
  changeModel: operation({
    id: "changeModelCatalogEntry",
    method: "patch",
    path: "/model_catalog_entries/{id}",
    summary: "Change how an added model is shown",
    callers: ["human"],
    params: modelKey,
    body: modelPatch,
    response: one,
    errors: [404],
  }),
  removeModel: operation({
    id: "removeModelCatalogEntry",
    method: "delete",
    path: "/model_catalog_entries/{id}",
    summary: "Remove an added model; sessions that have it keep it",
    callers: ["human"],
    params: modelKey,
    status: 204,
    response: noContent,
    errors: [404],
  }),
} as const;
