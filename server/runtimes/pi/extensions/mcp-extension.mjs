/**
 * pi transpiles an extension in TypeScript itself, with a compiler whose start takes as long as the rest of pi. Node strips
 * the types of what this file imports. Where it cannot, pi does as before.
 */
export { default } from "./mcp-extension.ts";
