import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openTestDatabase } from "../../../../test/support/database.ts";
import { claudeLogins } from "../../../runtimes/claude-code/login.ts";
import { lendCredentials } from "../../../runtimes/credentials.ts";
import { lentLogins } from "./lent-logins.ts";
import { accountPool } from "./pool.ts";

let home: string;
let database: ReturnType<typeof openTestDatabase>;
let secrets: Map<string, string>;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "lent-logins-"));
  await mkdir(join(home, "7"));
  database = openTestDatabase();
  secrets = new Map();
});
afterEach(async () => {
  database[Symbol.dispose]();
  await rm(home, { recursive: true });
});

const login = (token: string) =>
  JSON.stringify({ claudeAiOauth: { accessToken: `access-${token}`, refreshToken: `refresh-${token}` } });

/** One start of the service: what a killed one left is in the rows and in the secret store. */
function start() {
  const clock = { now: () => 1_000 };
  const pool = accountPool({
    database: database.database,
    clock,
    secrets: {
      read: (name) => secrets.get(name) ?? null,
      write: (name, value) => void secrets.set(name, value),
      remove: (name) => void secrets.delete(name),
    },
    runtimes: [
      {
        id: "claude_code",
        label: "Claude Code",
        hasAccounts: true,
        logins: claudeLogins({ environment: {} }),
      },
    ],
    capacity: () => null,
  });
  return { pool, lent: lentLogins({ clock, log: pino({ level: "silent" }) }, pool) };
}

function addAccount({ store, credentials }: ReturnType<typeof start>["pool"]) {
  const row = store.insert({
    runtime: "claude_code",
    email: "ada@example.org",
    emailKey: "ada@example.org",
    priority: 0,
    kind: "sign_in",
    place: "stored",
    status: "active",
    createdAt: 1,
    updatedAt: 1,
  });
  credentials.write(row.id, { kind: "sign_in", login: login("old") });
  return row;
}

const file = () => join(home, "7", ".credentials.json");
const homeOf = (id: number): string => join(home, String(id));

it("after a kill, keeps the token that the CLI renewed while nobody watched", async () => {
  const first = start();
  const row = addAccount(first.pool);
  await lendCredentials({ owner: first.lent.keeperFor(row, 7), session: file() });
  await writeFile(file(), login("new"));

  const next = start();
  await next.lent.recover(homeOf);
  expect(next.pool.credentials.read(row.id)).toEqual({ kind: "sign_in", login: login("new") });
  expect(next.pool.store.loans()).toEqual([]);
});

it("after a kill, keeps a token that is newer than the one this turn had", async () => {
  const first = start();
  const row = addAccount(first.pool);
  await lendCredentials({ owner: first.lent.keeperFor(row, 7), session: file() });
  first.pool.credentials.write(row.id, { kind: "sign_in", login: login("signed in again") });
  await writeFile(file(), login("new"));

  const next = start();
  await next.lent.recover(homeOf);
  expect(next.pool.credentials.read(row.id)).toEqual({ kind: "sign_in", login: login("signed in again") });
});

it.each([
  ["half a login", JSON.stringify({ claudeAiOauth: { accessToken: "a" } })],
  ["no JSON", "{"],
])("after a kill, keeps its own where the session has %s", async (_title, content) => {
  const first = start();
  const row = addAccount(first.pool);
  await lendCredentials({ owner: first.lent.keeperFor(row, 7), session: file() });
  await writeFile(file(), content);

  const next = start();
  await next.lent.recover(homeOf);
  expect(next.pool.credentials.read(row.id)).toEqual({ kind: "sign_in", login: login("old") });
});
