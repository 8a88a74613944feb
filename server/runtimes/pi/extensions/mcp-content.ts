import type { AgentToolResult } from "@earendil-works/pi-coding-agent";
import type { CallToolResult } from "@modelcontextprotocol/client";
import { text as words } from "./text.ts";

/** Longer text would fill the model's context; the rest is left out with a note. */
const maxTextChars = 200_000;

type Block = CallToolResult["content"][number];

/** An MCP result in pi's two kinds of content. */
export function piContent(result: CallToolResult): AgentToolResult<unknown>["content"] {
  const blocks = result.content.map((block) =>
    block.type === "image"
      ? { type: "image" as const, data: block.data, mimeType: block.mimeType }
      : { type: "text" as const, text: shorten(textOf(block)) },
  );
  if (blocks.length > 0 || result.structuredContent === undefined) return blocks;
  return [{ type: "text", text: shorten(JSON.stringify(result.structuredContent)) }];
}

/** Longer HTML is not kept: its line of the conversation would be too long. */
const maxAppChars = 400_000;

/** The apps among the blocks, for the transcript: a person sees them, and the model does not. */
export function appDetails(result: CallToolResult): { mcpApps: Block[] } | undefined {
  const mcpApps = result.content.filter(
    (block) =>
      block.type === "resource" &&
      block.resource.uri.startsWith("ui://") &&
      JSON.stringify(block.resource).length <= maxAppChars,
  );
  return mcpApps.length > 0 ? { mcpApps } : undefined;
}

export function plainText(result: CallToolResult): string {
  return shorten(result.content.map(textOf).join("\n"));
}

function textOf(block: Block): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "resource":
      return "text" in block.resource ? block.resource.text : words.binaryResource(block.resource.uri);
    case "resource_link":
      return `${block.name}: ${block.uri}`;
    case "image":
    case "audio":
      return `[${block.type}, ${block.mimeType}]`;
  }
}

function shorten(text: string): string {
  if (text.length <= maxTextChars) return text;
  return words.cut(text.slice(0, maxTextChars).toWellFormed(), text.length - maxTextChars);
}
