import { type McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import { pixel } from "./tools.ts";

export function publishResources(server: McpServer): void {
  const text = { uri: "test://static-text", mimeType: "text/plain" };
  server.registerResource("static-text", text.uri, { mimeType: text.mimeType }, () => ({
    contents: [{ ...text, text: "This is the content of the static text resource." }],
  }));
  const picture = { uri: "test://static-binary", mimeType: "image/png" };
  server.registerResource("static-binary", picture.uri, { mimeType: picture.mimeType }, () => ({
    contents: [{ ...picture, blob: pixel }],
  }));
  const template = new ResourceTemplate("test://template/{id}/data", { list: undefined });
  const mimeType = "application/json";
  server.registerResource("template", template, { mimeType }, (uri, { id }) => {
    const data = { id, templateTest: true, data: `Data for ID: ${String(id)}` };
    return { contents: [{ uri: uri.href, mimeType, text: JSON.stringify(data) }] };
  });
}
