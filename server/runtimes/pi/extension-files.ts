import { fileURLToPath } from "node:url";

/** What pi loads of ours. */
export const extensions = {
  mcp: fileURLToPath(new URL("extensions/mcp-extension.mjs", import.meta.url)),
  hooks: fileURLToPath(new URL("extensions/hooks-extension.mjs", import.meta.url)),
};
