import type { ContentBlock, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { pixel } from "./tools.ts";

const said = (...contents: ContentBlock[]) => ({
  messages: contents.map((content) => ({ role: "user" as const, content })),
});
const text = (words: string): ContentBlock => ({ type: "text", text: words });

export function publishPrompts(server: McpServer): void {
  const plain = "test_simple_prompt";
  server.registerPrompt(plain, { description: plain }, () =>
    said(text("This is a simple prompt for testing.")),
  );

  const filled = "test_prompt_with_arguments";
  const words = z.object({ arg1: z.string(), arg2: z.string() });
  server.registerPrompt(filled, { description: filled, argsSchema: words }, ({ arg1, arg2 }) =>
    said(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  );

  const embedding = "test_prompt_with_embedded_resource";
  const argsSchema = z.object({ resourceUri: z.string() });
  server.registerPrompt(embedding, { description: embedding, argsSchema }, ({ resourceUri: uri }) => {
    const resource = { uri, mimeType: "text/plain", text: "Embedded resource content for testing." };
    return said({ type: "resource", resource }, text("Please process the embedded resource above."));
  });

  const pictured = "test_prompt_with_image";
  server.registerPrompt(pictured, { description: pictured }, () =>
    said({ type: "image", data: pixel, mimeType: "image/png" }, text("Please analyze the image above.")),
  );
}
