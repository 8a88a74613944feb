export { boardFeed, type Feed } from "./feed.ts";
export { boardRoutes } from "./routes.ts";
