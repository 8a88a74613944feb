import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import type { CatalogReport, Configs } from "../../server/domains/surfaces/configs/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { openMcpClient } from "../support/mcp-client.ts";
import { proves } from "./proves.ts";

let service: BoardService;
let catalog: string;

beforeAll(async () => {
  catalog = await mkdtemp(join(tmpdir(), "signalbox-catalog-"));
  await cp(join(import.meta.dirname, "../support/catalog"), catalog, { recursive: true });
  service = await startBoardService({ environment: { SERVICE_CATALOG: join(catalog, "air.json") } });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await rm(catalog, { recursive: true, force: true });
});

proves("E155")(
  "an edit with a dangling reference is named wherever the catalog is read, which stays as it was",
  async () => {
    const file = join(catalog, "roots.json");
    const before = await readFile(file, "utf8");
    const roots = JSON.parse(before) as Record<string, object>;
    const edited = {
      ...roots,
      orchard: { description: "New", default_skills: ["no-such-skill"] },
    };
    await writeFile(file, JSON.stringify(edited));
    await using mcp = await openMcpClient(service, { query: "?tool_groups=sessions" });
    const refreshed = await mcp.says<Configs>("get_configs", { force_refresh: true });
    expect(refreshed.text).toContain("stays in use");
    expect(refreshed.text).toContain("no-such-skill");
    expect(refreshed.facts.agent_roots.map(({ name }) => name)).not.toContain("orchard");
    const { body } = await service.call<Configs>("GET", "/configs");
    expect(body.catalog_problems).toEqual([expect.stringContaining("no-such-skill")]);
    const report = await service.board.call<CatalogReport>("GET", "/catalog");
    expect(report.body.findings).toMatchObject([
      { severity: "problem", text: expect.stringContaining("no-such-skill") },
    ]);

    await writeFile(file, JSON.stringify({ ...roots, orchard: { description: "New" } }));
    const mended = await mcp.says<Configs>("get_configs", { force_refresh: true });
    expect(mended.text).not.toContain("stays in use");
    expect(mended.facts.agent_roots.map(({ name }) => name)).toContain("orchard");
  },
);
