/** As mcp-extension.mjs. */
export { default } from "./hooks-extension.ts";
