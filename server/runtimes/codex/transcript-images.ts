import { asList, asObject, asText, type Json } from "../json.ts";

const dataUrl = /^data:[^,]*;base64,/;

/** Pictures among the parts of a message or a result, in base64: as the model is given them, or as MCP has them. */
export const imagesIn = (parts: unknown): string[] =>
  asList(parts).flatMap((item) => {
    const part = asObject(item);
    if (part["type"] === "input_image") return [(asText(part["image_url"]) ?? "").replace(dataUrl, "")];
    return part["type"] === "image" ? [asText(part["data"]) ?? ""] : [];
  });

/** Those that the events of a line count. */
export function lineImages(entry: Json): string[] {
  const payload = asObject(entry["payload"]);
  const item = asObject(payload["item"]);
  if (item["type"] === "McpToolCall") return imagesIn(asObject(item["result"])["content"]);
  if (payload["type"] === "message") return imagesIn(payload["content"]);
  return imagesIn(payload["output"]);
}
