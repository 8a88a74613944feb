export type { UsedRepository } from "./new-catalog.ts";
export type { AskedPicks } from "./selection.ts";
export { type CatalogService, catalogService, ownCatalog } from "./service.ts";
