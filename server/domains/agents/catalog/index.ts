export type { AskedPicks } from "./selection.ts";
export { type CatalogService, catalogService } from "./service.ts";
