import { asObject, asText } from "./json.ts";

/** HTML that an MCP server put into the result of a tool, to be shown to a person (MCP Apps, SEP-1865). */
export interface McpApp {
  uri: string;
  html: string;
}

const scheme = "ui://";
const htmlType = /^text\/html(?:;|$)/i;

/** The app in a block of a tool's result as MCP has it; null for every other block. */
function appOf(block: unknown): McpApp | null {
  const { type, resource } = asObject(block);
  const { uri, mimeType, text, blob } = asObject(resource);
  if (type !== "resource" || typeof uri !== "string" || !uri.startsWith(scheme)) return null;
  if (!htmlType.test(asText(mimeType) ?? "")) return null;
  if (typeof text === "string") return { uri, html: text };
  return typeof blob === "string" ? { uri, html: Buffer.from(blob, "base64").toString("utf8") } : null;
}

export const appsIn = (blocks: readonly unknown[]): McpApp[] => blocks.flatMap((block) => appOf(block) ?? []);
