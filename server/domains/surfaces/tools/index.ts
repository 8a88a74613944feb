export type { SessionToolDeps } from "./ports.ts";
export { ownSessionTools, sessionTools } from "./tools.ts";
