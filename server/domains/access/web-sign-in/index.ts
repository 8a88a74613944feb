export { browserName } from "./browser-names.ts";
export { signInPages } from "./page-routes.ts";
export { webSignInRoutes } from "./routes.ts";
export { isAllowedAddress, localPath } from "./rules.ts";
export { type WebSignIn, webSignInService } from "./service.ts";
export { signInCookies } from "./sign-in-cookies.ts";
