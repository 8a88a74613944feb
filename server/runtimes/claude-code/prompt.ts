import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Prompt } from "../runtime.ts";
import { text as words } from "./text.ts";

/** The stdin line that carries a prompt, with its images as the model takes them. Rejects for an unreadable image. */
export async function promptMessage({ text, images }: Prompt): Promise<object> {
  const blocks = await Promise.all(images.map(imageBlock));
  const content = blocks.length === 0 ? text : [...(text === "" ? [] : [{ type: "text", text }]), ...blocks];
  const message = { role: "user", content };
  return { type: "user", message, parent_tool_use_id: null, session_id: "", uuid: randomUUID() };
}

async function imageBlock(path: string): Promise<object> {
  const bytes = await readFile(path);
  const { fileTypeFromBuffer } = await import("file-type");
  const type = await fileTypeFromBuffer(bytes);
  if (!type?.mime.startsWith("image/")) throw new Error(words.notAnImage(path));
  const source = { type: "base64", media_type: type.mime, data: bytes.toString("base64") };
  return { type: "image", source };
}
