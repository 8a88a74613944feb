import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

const asker = join(import.meta.dirname, "../../support/mcp-asker/stdio.ts");

/** A catalog with one server, which asks questions over HTTP; returns its address. */
export async function makeElicitationCatalog(folder: string): Promise<string> {
  const catalog = join(folder, "catalog");
  const server = {
    type: "stdio",
    title: "Asker",
    description: "Asks.",
    command: process.execPath,
    args: [asker],
  };
  await mkdir(catalog, { recursive: true });
  await writeFile(join(catalog, "mcp.json"), JSON.stringify({ asker: server }));
  await writeFile(join(catalog, "air.json"), JSON.stringify({ name: "asking", mcp: ["./mcp.json"] }));
  return join(catalog, "air.json");
}
