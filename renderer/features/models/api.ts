import { useMutation, useQuery } from "@tanstack/react-query";
import { modelOperations } from "../../../server/domains/agents/models/model.ts";
import { ApiError } from "../../lib/api-error.ts";
import { callApi } from "../../lib/client.ts";

const queryKey = ["added-models"];
/** Forms offer what the configuration lists. */
const meta = { changes: [queryKey, ["configs"]] };

export interface AddedModelInput {
  runtime: string;
  model_id: string;
  label: string;
  allow_unlisted: boolean;
}

export const useAddedModels = () =>
  useQuery({
    queryKey,
    queryFn: ({ signal }) => callApi(modelOperations.listModelCatalogEntries, {}, { signal }),
  });

export const useAddModel = () =>
  useMutation({
    mutationFn: (body: AddedModelInput) => callApi(modelOperations.addModel, { body }),
    meta,
  });

const at = (id: number) => ({ params: { id: String(id) } });

export const useRenameModel = (id: number) =>
  useMutation({
    mutationFn: (label: string) => callApi(modelOperations.changeModel, { ...at(id), body: { label } }),
    meta,
  });

export const useRemoveModel = (id: number) =>
  useMutation({ mutationFn: () => callApi(modelOperations.removeModel, at(id)), meta });

/** Whether a model was refused only because its CLI does not list it. */
export const isUnlisted = (error: unknown): boolean =>
  error instanceof ApiError && error.error === "Model not listed by CLI";
