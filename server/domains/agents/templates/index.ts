export { templateRoutes } from "./routes.ts";
export { type TemplateService, templateService } from "./service.ts";
