import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { templateOperations } from "./model.ts";
import type { TemplateService } from "./service.ts";

export const templateRoutes = (templates: TemplateService): Endpoint[] =>
  endpoints(templateOperations, {
    listTemplates: () => ({ templates: templates.list() }),
    saveTemplate: ({ params, body }) => ({ templates: templates.save(params.id, body) }),
    deleteTemplate: ({ params }) => ({ templates: templates.remove(params.id) }),
  });
