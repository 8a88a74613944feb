import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Configs } from "../../server/domains/surfaces/configs/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { createSession } from "../support/sessions.ts";
import { proves } from "./proves.ts";

let service: BoardService;

beforeAll(async () => {
  service = await startBoardService({
    environment: { SERVICE_CATALOG: join(import.meta.dirname, "../support/catalog/air.json") },
  });
});
afterAll(() => service[Symbol.asyncDispose]());

describe("what a session can be made of", () => {
  proves(
    "E155",
    "R206",
    "X1",
  )("is told with roots, servers, goals and each runtime's models", async () => {
    const { status, body } = await service.call<Configs>("GET", "/configs");
    expect(status).toBe(200);
    expect(Object.keys(body.runtime_models)).toEqual(["claude_code", "codex", "pi"]);
    for (const { default: standard, models } of Object.values(body.runtime_models)) {
      expect(models.filter((model) => model.default).map(({ id }) => id)).toEqual([standard]);
      for (const model of models) {
        const efforts: (string | null)[] = [...model.effort_levels, null];
        expect(efforts).toContain(model.default_effort);
      }
    }
    expect(body.goals.map(({ id }) => id)).toContain("open-reviewed-green-pr");
    expect(body.agent_roots).not.toEqual([]);
    expect(body.mcp_servers.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["clock", "ledger", "old-mailer"]),
    );
    expect(JSON.stringify(body)).not.toContain("sk-or-scripted");
  });
});

describe("the health of the process", () => {
  proves(
    "E173",
    "E174",
    "R174",
  )("is told without a key", async () => {
    const up = await fetch(`${service.url}/up`);
    expect([up.status, await up.text()]).toEqual([200, "up\n"]);
    const deep = await fetch(`${service.url}/up/deep`);
    expect([deep.status, await deep.json()]).toEqual([200, { status: "ok", failed: [] }]);
  });

  proves("E174")("is 503 and names what failed", async () => {
    await using broken = await startBoardService();
    await rm(join(broken.folder, "data"), { recursive: true });
    const deep = await fetch(`${broken.url}/up/deep`);
    expect(deep.status).toBe(503);
    expect(await deep.json()).toMatchObject({ status: "failing", failed: expect.arrayContaining(["disk"]) });
    expect((await fetch(`${broken.url}/up`)).status).toBe(200);
  });
});

describe("the board's door", () => {
  test("answers the same operations as the API, for a person: a session made there is of class priority", async () => {
    const git_root = await service.repository();
    const { status, body } = await service.board.call<{ session: Record<string, unknown> }>(
      "POST",
      "/sessions",
      { git_root, title: "By hand" },
    );
    expect(status).toBe(201);
    expect(body.session).toMatchObject({
      genesis: "web_ui",
      priority_class: "priority",
      scheduling_class: null,
    });
    expect((await service.board.call("GET", `/sessions/${String(body.session["id"])}`)).body).toMatchObject({
      session: { title: "By hand" },
    });
    expect((await service.board.call("GET", "/sessions/987654")).status).toBe(404);
  });

  test("counts sessions by status and lists a repository's branches", async () => {
    const git_root = await service.repository();
    await createSession(service, { git_root });
    const counts = await service.board.call<Record<string, number>>("GET", "/counts");
    expect(Object.keys(counts.body).toSorted()).toEqual(["failed", "needs_input", "running", "waiting"]);
    expect(counts.body["waiting"]).toBeGreaterThan(0);
    const branches = await service.board.call("GET", `/branches?git_root=${encodeURIComponent(git_root)}`);
    expect(branches.body).toEqual({ branches: ["main"], default_branch: "main" });
    for (const bad of ["", "--upload-pack=x", "ext::sh -c x", join(service.folder, "nowhere")])
      expect(
        (await service.board.call("GET", `/branches?git_root=${encodeURIComponent(bad)}`)).status,
        bad,
      ).toBe(422);
  });
});
