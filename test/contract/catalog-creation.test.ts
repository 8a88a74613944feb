import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CatalogReport, Configs } from "../../server/domains/surfaces/configs/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { createSession } from "../support/sessions.ts";

let service: BoardService;
let repository: string;

beforeAll(async () => {
  service = await startBoardService();
  repository = await service.repository();
  await createSession(service, { clone_only: true, git_root: repository });
  await createSession(service, { clone_only: true });
  await service.board.call("POST", "/repositories/trust", { git_root: repository });
});
afterAll(() => service[Symbol.asyncDispose]());

const catalog = () => join(service.service.dataFolder, "catalog");
const create = () => service.board.call<CatalogReport & { message: string }>("POST", "/catalog");

test("a catalog is created where there is none, and used at once", async () => {
  const before = await service.board.call<CatalogReport>("GET", "/catalog");
  expect(before.body).toMatchObject({ path: null, counts: { agent_roots: 0 } });

  await mkdir(catalog());
  await writeFile(join(catalog(), "mine.txt"), "mine");
  const taken = await create();
  expect([taken.status, taken.body.message]).toEqual([409, expect.stringContaining("exists already")]);
  expect(await readdir(service.service.dataFolder)).not.toContainEqual(expect.stringMatching(/^catalog-/));
  await rm(catalog(), { recursive: true });

  const created = await create();
  expect(created).toMatchObject({
    status: 201,
    body: { path: join(catalog(), "air.json"), findings: [], counts: { agent_roots: 1, skills: 1 } },
  });
  const { body } = await service.call<Configs>("GET", "/configs");
  expect(body.agent_roots).toMatchObject([{ url: repository, default: true }]);

  const again = await create();
  expect([again.status, again.body.message]).toEqual([409, expect.stringContaining("catalog already")]);
});

test("only the board creates one", async () => {
  expect((await service.call("POST", "/catalog")).status).toBe(404);
});

test("none is created where SERVICE_CATALOG names one", async () => {
  const path = join(import.meta.dirname, "../support/catalog/air.json");
  await using other = await startBoardService({ environment: { SERVICE_CATALOG: path } });
  const refused = await other.board.call<{ message: string }>("POST", "/catalog");
  expect([refused.status, refused.body.message]).toEqual([409, `There is a catalog already: ${path}`]);
});
