export { launchLink, ownerSignInPages, requirePage } from "./page-routes.ts";
export { ticketOf } from "./page-tickets.ts";
export { browserSignInRoutes } from "./routes.ts";
export { launchLinkMs } from "./rules.ts";
export { type BrowserSignInService, browserSignInService } from "./service.ts";
