import type { ContentBlock, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

/** One transparent pixel, and a short silent sound. */
export const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const silence = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";

const contents: Record<string, ContentBlock[]> = {
  test_simple_text: [{ type: "text", text: "This is a simple text response for testing." }],
  test_image_content: [{ type: "image", data: pixel, mimeType: "image/png" }],
  test_audio_content: [{ type: "audio", data: silence, mimeType: "audio/wav" }],
  test_embedded_resource: [
    {
      type: "resource",
      resource: {
        uri: "test://embedded-resource",
        mimeType: "text/plain",
        text: "This is an embedded resource content.",
      },
    },
  ],
  test_multiple_content_types: [
    { type: "text", text: "Multiple content types test:" },
    { type: "image", data: pixel, mimeType: "image/png" },
    {
      type: "resource",
      resource: {
        uri: "test://mixed-content-resource",
        mimeType: "application/json",
        text: '{"test":"data","value":123}',
      },
    },
  ],
};

export function offerTools(server: McpServer): void {
  const inputSchema = z.object({});
  for (const [name, content] of Object.entries(contents))
    server.registerTool(name, { description: name, inputSchema }, () => ({ content }));
  const failing = "test_error_handling";
  server.registerTool(failing, { description: failing, inputSchema }, () => {
    throw new Error("This tool intentionally returns an error for testing");
  });
}
