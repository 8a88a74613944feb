import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type CatalogService, catalogService } from "./index.ts";

const remote = (url: string, more: object = {}) => ({
  type: "streamable-http",
  description: "x",
  url,
  ...more,
});
const servers = {
  portal: remote("https://portal.invalid/mcp", { oauth: { clientSecret: "${PORTAL_SECRET}" } }),
  tenant: remote("https://${TENANT}.invalid/mcp", { oauth: {} }),
  open: remote("https://open.invalid/mcp", {
    headers: { "X-Tenant": "${TENANT}", "X-Plain": "${not a name}" },
  }),
};

let folder: string;
let catalog: CatalogService;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "catalog-"));
  await writeFile(join(folder, "air.json"), JSON.stringify({ name: "signed-in", mcp: ["./mcp.json"] }));
  await writeFile(join(folder, "mcp.json"), JSON.stringify(servers));
  const environment = { TENANT: "orchard", PORTAL_SECRET: "p0rt4l" };
  const clock = { now: () => 0 };
  catalog = catalogService({ path: join(folder, "air.json"), environment, clock, log: () => {} });
  await catalog.reload();
});
afterAll(async () => {
  await catalog.close();
  await rm(folder, { recursive: true });
});

const picks = (mcpServers: string[]) => ({ mcpServers, skills: [], hooks: [], plugins: [] });

it("finds the servers a person signs in to, with the address as written", () => {
  expect(catalog.problems()).toEqual([]);
  expect(catalog.signIns(picks(["portal", "open", "tenant", "gone"]))).toEqual([
    { name: "portal", url: "https://portal.invalid/mcp" },
    { name: "tenant", url: "https://${TENANT}.invalid/mcp" },
  ]);
});

it("lists each variable once, with everything that uses it and without its value", () => {
  expect(catalog.variables()).toEqual([
    { name: "PORTAL_SECRET", description: 'Used by the MCP server "portal"' },
    { name: "TENANT", description: 'Used by the MCP server "tenant", the MCP server "open"' },
  ]);
});
