import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { modelOperations } from "./model.ts";
import type { ModelService } from "./service.ts";

export const modelRoutes = (models: ModelService): Endpoint[] =>
  endpoints(modelOperations, {
    listModelCatalogEntries: () => ({ model_catalog_entries: models.list() }),
    addModel: async ({ body }, { actor }) => ({ model_catalog_entry: await models.add(body, actor) }),
    changeModel: ({ params, body }, { actor }) => ({
      model_catalog_entry: models.change(Number(params.id), body, actor),
    }),
    removeModel: ({ params }, { actor }) => models.remove(Number(params.id), actor),
  });
