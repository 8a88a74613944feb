import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BackupCheck, BackupState } from "../../server/domains/installation/backups/model.ts";
import { restoreFiles } from "../../server/domains/installation/backups/restore.ts";
import { type Board, openBoard } from "../support/board.ts";
import { openTestDatabase } from "../support/database.ts";
import { openServiceDatabase } from "../support/database-dump.ts";
import { rootSecretOf } from "../support/root-secret.ts";
import { startTestService, type TestService } from "../support/service.ts";

/** Attacks with the file of a backup: by somebody who gives one to the owner, and by who names one over the API. */

let folder: string;
let service: TestService;
let board: Board;
const data = (...parts: string[]): string => join(folder, "data", ...parts);
const outside = (...parts: string[]): string => join(folder, "papers", ...parts);
const nameOf = (number: number): string =>
  `signalbox-2026-11-20T00-00-00-${String(number).padStart(3, "0")}Z.db`;

/** A database as the service makes it, but for what `script` does to it. */
function craft(file: string, script: string): void {
  using made = openTestDatabase();
  made.addSession({ title: "Then" });
  made.database.sql.exec(script);
  made.database.sql.prepare("VACUUM INTO ?").run(file);
}

/** Rows whose paths lead out of the data folder, and a job that would remove what one names. */
const hostileRows = (): string => `
  UPDATE sessions SET clone_path = '${data("clones")}/../../papers/deleted', status = 'archived', archived_at = 1;
  INSERT INTO sessions (title, status, agent_runtime, git_root, branch, model, clone_path, last_touched_at, created_at, updated_at)
    SELECT 'Mounted', 'needs_input', agent_runtime, git_root, branch, model, '${outside()}', 1, 1, 1 FROM sessions;
  INSERT INTO enqueued_messages (session_id, content, position, status, origin, sender, attachments, created_at, updated_at)
    VALUES (2, 'Read this', 1, 'sent', 'caller', 'me', '[{"path":"${outside("diary")}","filename":"diary","mediaType":"text/plain","image":false}]', 1, 1);
  INSERT INTO jobs (kind, lane, payload, run_at, max_attempts, created_at) VALUES
    ('fork.abandoned', 'maintenance', '{"clonePath":"${outside("abandoned")}"}', 1, 1, 1),
    ('session.reclaim', 'maintenance', '{"sessionId":77,"clonePath":"${data("clones")}/../../papers/reclaimed"}', 1, 1, 1);`;

const kept = ["abandoned", "deleted", "reclaimed"];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "signalbox-test-"));
  for (const name of kept) await mkdir(outside(name), { recursive: true });
  await writeFile(outside("diary"), "for nobody else");
  const { backups, staged } = restoreFiles(data());
  await mkdir(backups, { recursive: true });
  craft(join(backups, nameOf(0)), hostileRows());
  await symlink(outside("diary"), join(backups, nameOf(2)));
  await mkdir(join(backups, nameOf(3)));
  await writeFile(staged, JSON.stringify({ name: nameOf(0), askedAt: 1 }));
  service = await startTestService({ folder });
  board = await openBoard(service);
});
afterAll(() => service[Symbol.asyncDispose]());

describe("a database that somebody made up", () => {
  const evil = "INSERT INTO app_settings (key, value, updated_at) VALUES ('lan', '{\"open\":true}', 1)";
  it.each([
    [
      "a trigger that acts with every session",
      `CREATE TRIGGER evil AFTER INSERT ON sessions BEGIN ${evil}; END`,
    ],
    [
      "a trigger that brings a revoked key back",
      "CREATE TRIGGER evil AFTER UPDATE ON api_keys BEGIN UPDATE api_keys SET revoked_at = NULL; END",
    ],
    [
      "one of the service's own triggers, changed",
      `DROP TRIGGER gate_decisions_never_changed; CREATE TRIGGER gate_decisions_never_changed BEFORE UPDATE ON gate_decisions BEGIN ${evil}; END`,
    ],
    ["a view in place of a table", "DROP TABLE api_keys; CREATE VIEW api_keys AS SELECT 1 AS id"],
    [
      "an endless view in place of the list of migrations",
      "DROP TABLE __drizzle_migrations; CREATE VIEW __drizzle_migrations AS WITH RECURSIVE n(created_at) AS (SELECT 1 UNION ALL SELECT created_at + 1 FROM n) SELECT created_at FROM n",
    ],
    ["a table more", "CREATE TABLE more (id)"],
    ["a column that is computed", "ALTER TABLE sessions ADD more AS (hex(zeroblob(1e9)))"],
    [
      "an index whose expression is computed for every row",
      "CREATE INDEX more ON sessions (hex(zeroblob(id * 1000)))",
    ],
    [
      "a table without its constraints",
      "DROP TABLE api_keys; CREATE TABLE api_keys (id integer, name text, source text, digest text, revoked_at integer)",
    ],
  ])("is refused with %s", async (_what, script) => {
    await rm(data("backups", nameOf(1)), { force: true });
    craft(data("backups", nameOf(1)), script);
    const { body } = await board.call<{ check: BackupCheck }>("POST", `/backups/${nameOf(1)}/verify`);
    expect(body.check?.problem).toMatch(/^The copy is not a database as Signalbox makes it/);
    const restored = await board.call("POST", `/backups/${nameOf(1)}/restore`, { confirm: nameOf(1) });
    expect(restored.status).toBe(422);
  });
});

describe("restored rows with paths out of the data folder", () => {
  it("were restored", async () => {
    const { body } = await board.call<BackupState>("GET", "/backups");
    expect(body.restored).toMatchObject({ name: nameOf(0), problem: null });
  });

  it("show no file from there", async () => {
    const answer = await board.call("GET", "/sessions/2/attachments/1/0");
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([
      404,
      expect.not.stringContaining("nobody"),
    ]);
    const { body } = await service.call("GET", "/sessions/2");
    expect(JSON.stringify(body)).not.toContain(outside());
  });

  it("remove nothing there", async () => {
    expect((await service.call("DELETE", "/sessions/1")).status).toBe(204);
    using opened = openServiceDatabase(service);
    const left = opened.sql
      .prepare("SELECT count(*) FROM jobs WHERE kind IN ('fork.abandoned', 'session.reclaim')")
      .pluck();
    await expect.poll(() => left.get()).toBe(0);
    expect(kept.filter((name) => !existsSync(outside(name)))).toEqual([]);
  });
});

describe("the name of a backup in a request", () => {
  it.each([
    ["a path", "..%2f..%2fpapers%2fdiary"],
    ["a path of dots", "%2e%2e"],
    ["the database itself", "..%2fsignalbox.db"],
    ["a name with a path in it", `x%2f..%2f${nameOf(0)}`],
    ["an absolute path", "%2fetc%2fpasswd"],
    ["a link with the name of a backup", nameOf(2)],
    ["a folder with the name of a backup", nameOf(3)],
    ["a name that ends early", `${nameOf(0)}%00`],
    ["a draft", `${nameOf(0)}.part`],
  ])("leads to nothing if it is %s", async (_what, name) => {
    for (const [method, path, body] of [
      ["POST", `/backups/${name}/verify`, {}],
      ["POST", `/backups/${name}/restore`, { confirm: decodeURIComponent(name) }],
      ["DELETE", `/backups/${name}`, undefined],
    ] as const)
      expect([method, (await board.call(method, path, body)).status]).toEqual([method, 404]);
    expect([outside("diary"), data("signalbox.db")].map(existsSync)).toEqual([true, true]);
  });
});

it("a backup has no secret of the service in it, in whatever form", async () => {
  const planted = {
    accountKey: "sk-planted-0a1b2c3d4e5f60718293a4b5",
    root: rootSecretOf(data()),
    minted: "",
    launch: new URL(service.service.launchLink()).hash.slice("#code=".length),
    cookie: board.cookie.split("=")[1] ?? "",
    environmentKey: service.key,
  };
  const account = { email: "planted@example.com", api_key: planted.accountKey };
  expect((await board.call("POST", "/inference/accounts", account)).status).toBe(201);
  const key = await board.call<{ token: string }>("POST", "/api_keys", { name: "planted" });
  planted.minted = key.body.token;
  await board.call("PUT", "/lan", { open: true });
  const { code } = (await board.call<{ code: string }>("POST", "/device_pairings", {})).body;
  await board.call("POST", "/backups");
  const newest = async () => {
    const { body } = await board.call<BackupState>("GET", "/backups");
    return body.under_way === null ? (body.backups[0]?.name ?? "") : "";
  };
  await expect.poll(newest).not.toMatch(/^$|2026-11-20/);
  const bytes = await readFile(data("backups", await newest()));
  const forms = Object.entries({ ...planted, code: code.replace("-", "") }).filter(
    ([, value]) => value !== "",
  );
  const found = forms.filter(([, value]) =>
    ["utf8", "base64", "base64url", "hex", "utf16le"].some((form) => bytes.includes(inForm(value, form))),
  );
  expect(forms.length).toBe(7);
  expect(found).toEqual([]);
  expect(bytes.includes("PRIVATE KEY")).toBe(false);
});

function inForm(value: string, form: string): Buffer {
  if (form === "utf8" || form === "utf16le") return Buffer.from(value, form);
  // Without the end, which depends on what follows.
  const text = Buffer.from(value).toString(form as BufferEncoding);
  return Buffer.from(text.slice(0, text.length - (text.length % 4) - 4));
}
