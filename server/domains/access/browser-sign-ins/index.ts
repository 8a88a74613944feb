export { launchLink, ownerSignInPages } from "./page-routes.ts";
export { browserSignInRoutes } from "./routes.ts";
export { launchLinkMs } from "./rules.ts";
export { type BrowserSignInService, browserSignInService } from "./service.ts";
