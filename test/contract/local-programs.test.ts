import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BackupState } from "../../server/domains/installation/backups/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { createSession, restedSession } from "../support/sessions.ts";

let service: BoardService;
let id: number;

/** A display, and an editor that leaves a file in the folder where it is started. */
beforeAll(async () => {
  service = await startBoardService({
    environment: { DISPLAY: ":none", SERVICE_EDITOR: "touch {path}/opened" },
  });
  ({ id } = await restedSession(service, "#script say A newt."));
});
afterAll(() => service[Symbol.asyncDispose]());

const board: BoardService["board"]["call"] = (method, path, body, options) =>
  service.board.call(method, path, body, options);
const nobody = ["987654", "no-such-session", "..%2f..%2fetc", "%00", "-1"];

test.each(["timeline/search?text=newt", "timeline/prompts", "turns", "resources"])(
  "%s of a session that is not there is a 404",
  async (read) => {
    expect((await board("GET", `/sessions/${id}/${read}`)).status).toBe(200);
    for (const name of nobody)
      expect(await board("GET", `/sessions/${name}/${read}`), name).toMatchObject({
        status: 404,
        body: { error: "Not Found", messages: [expect.any(String)] },
      });
  },
);

test("the facts of rows take no input, and cover only open sessions", async () => {
  const { status, body } = await board<{ row_facts: object }>("GET", "/row_facts?id=..%2f1&view=x");
  expect(status).toBe(200);
  for (const name of Object.keys(body.row_facts)) expect(name).toMatch(/^\d+$/);
});

describe("opening a clone", () => {
  const open = (session: number | string, body: object, headers = {}) =>
    board("POST", `/sessions/${session}/open_clone`, body, { headers });
  const opened = () => cloneFolders().filter((folder) => existsSync(join(folder, "opened")));

  test.each([
    { "x-forwarded-for": "127.0.0.1" },
    { forwarded: "for=127.0.0.1" },
    { via: "1.1 proxy" },
    { "x-real-ip": "127.0.0.1" },
  ])("is refused through a proxy (%o), where no programs are listed either", async (headers) => {
    expect((await open(id, { kind: "editor" }, headers)).status).toBe(403);
    expect((await board("GET", "/clone_openers", undefined, { headers })).status).toBe(403);
    expect(opened()).toEqual([]);
  });

  test("accepts only a kind", async () => {
    for (const kind of [
      "",
      "sh",
      "editor; touch x",
      "__proto__",
      "../editor",
      null,
      ["editor"],
      { editor: 1 },
    ])
      expect((await open(id, { kind }, {})).status, JSON.stringify(kind)).toBe(422);
    for (const name of nobody) expect((await open(name, { kind: "editor" })).status, name).toBe(404);
    expect(opened()).toEqual([]);
  });

  test("is a conflict if the session has none", async () => {
    const { id: waiting } = await createSession(service);
    expect((await open(waiting, { kind: "editor" })).status).toBe(409);
  });

  test("starts the owner's program in it", async () => {
    expect((await open(id, { kind: "editor", path: "/", command: "sh" })).status).toBe(204);
    await expect.poll(opened).toHaveLength(1);
  });
});

/** Every folder of a clone of this service. */
function cloneFolders(): string[] {
  return readdirSync(service.service.dataFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name === ".git")
    .map(({ parentPath }) => parentPath);
}

describe("the branches of a repository", () => {
  const branches = (root: string) => board("GET", `/branches?git_root=${encodeURIComponent(root)}`);

  test("are listed by its remote", async () => {
    const { status, body } = await branches(await service.repository());
    expect({ status, body }).toEqual({ status: 200, body: { branches: ["main"], default_branch: "main" } });
  });

  test("are refused with a sentence if there is no repository, and nothing in the URL is run", async () => {
    const trace = join(service.folder, "ran");
    for (const root of [
      `--upload-pack=touch ${trace}`,
      `-u touch ${trace}`,
      `ext::sh -c "touch ${trace}"`,
      `ext::touch% ${trace}`,
      `fd::7/${trace}`,
      `ssh://-oProxyCommand=touch%20${trace}/x`,
      `-oProxyCommand=touch ${trace}:x`,
      `$(touch ${trace})`,
      `; touch ${trace}`,
      `https://127.0.0.1:1/x.git\n--upload-pack=touch ${trace}`,
      "file:///etc/passwd",
      "/no/such/folder",
      "../../..",
      "http://127.0.0.1:1/x.git",
      "\u0000",
      "x".repeat(3_000),
      " ",
    ]) {
      const { status, body } = await branches(root);
      expect(status, root).toBe(422);
      expect(body, root).toMatchObject({ messages: [expect.any(String)] });
    }
    expect(existsSync(trace)).toBe(false);
  });
});

describe("a backup", () => {
  const state = async () => (await board<BackupState>("GET", "/backups")).body;

  /** Makes a backup and returns its name. */
  async function made(): Promise<string> {
    expect((await board("POST", "/backups")).status).toBe(202);
    await expect.poll(async () => (await state()).under_way).toBeNull();
    return (await state()).backups[0]?.name ?? "";
  }

  test("is restored at the next start only if its name is confirmed, and the restore can be canceled", async () => {
    const name = await made();
    const path = `/backups/${name}`;
    expect((await board("POST", `${path}/verify`)).body).toMatchObject({
      check: { problem: null, sessions: expect.any(Number) },
    });
    for (const confirm of ["", "yes", `${name} `, `./${name}`])
      expect((await board("POST", `${path}/restore`, { confirm })).status, confirm).toBe(422);
    expect((await state()).staged).toBeNull();

    expect((await board("POST", `${path}/restore`, { confirm: name })).body).toMatchObject({
      staged: { name },
    });
    expect((await board("DELETE", path)).status).toBe(409);
    expect((await board("DELETE", "/restore")).body).toMatchObject({ staged: null });
    expect((await board("DELETE", path)).body).toMatchObject({ backups: [] });
  });

  test("has a name from the list: no other file is read, restored or deleted", async () => {
    const { folder } = await state();
    const outside = join(service.folder, "kept.db");
    writeFileSync(outside, "Nobody may read this.");
    mkdirSync(folder, { recursive: true });
    symlinkSync(outside, join(folder, "signalbox-2026-01-01T00-00-00.db"));
    const names = [
      "..%2f..%2fkept.db",
      "%2e%2e%2fsignalbox.db",
      encodeURIComponent(outside),
      "signalbox-2026-01-01T00-00-00.db",
      "%00",
      "..%5c..%5ckept.db",
      "__proto__",
    ];
    for (const name of names) {
      const confirm = decodeURIComponent(name);
      expect((await board("POST", `/backups/${name}/verify`)).status, name).toBe(404);
      expect((await board("POST", `/backups/${name}/restore`, { confirm })).status, name).toBe(404);
      expect((await board("DELETE", `/backups/${name}`)).status, name).toBe(404);
    }
    expect(existsSync(outside)).toBe(true);
    expect((await state()).staged).toBeNull();
  });
});
