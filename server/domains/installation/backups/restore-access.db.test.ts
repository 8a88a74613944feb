import { writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { expect, it } from "vitest";
import { openTestDatabase } from "../../../../test/support/database.ts";
import { makeTestFolder } from "../../../../test/support/test-folder.ts";
import { restoreParts } from "../../../compose/restore-parts.ts";
import { migrationsFolder, migrationsTable, readJournal } from "../../../db/migrate.ts";
import { restoreBackup, restoreFiles } from "./restore.ts";

const now = Date.UTC(2026, 10, 22);

/** Two keys, a plugin with one, two connections with tokens, a signed-in person, an open network. */
const beginning = `
  INSERT INTO external_apps (id, name, created_at, updated_at) VALUES (1, 'Forms', 1, 1), (2, 'Mail', 1, 1);
  INSERT INTO api_keys (id, name, source, "grant", digest, external_app_id, created_at) VALUES
    (1, 'laptop', 'minted', 'api', 'digest-laptop', NULL, 1), (2, 'ci', 'minted', 'api', 'digest-ci', NULL, 1),
    (3, 'forms', 'minted', 'external_app', 'digest-forms', 1, 1);
  INSERT INTO oauth_grants (id, grant_key, client_id, client_name, registration, user_email, user_name, privilege, created_at)
    VALUES (1, 'phone', 'signalbox', 'Signalbox', 'published', 'a@b', 'Ada', 'act_as_human', 1),
           (2, 'desk', 'signalbox', 'Signalbox', 'published', 'a@b', 'Ada', 'act_as_human', 1);
  INSERT INTO oauth_artifacts (model, key, payload, grant_key, created_at) VALUES
    ('RefreshToken', 'phone-1', '{}', 'phone', 1), ('Grant', 'phone', '{}', NULL, 1),
    ('RefreshToken', 'desk-1', '{}', 'desk', 1), ('Grant', 'desk', '{}', NULL, 1), ('Client', 'c-1', '{}', NULL, 1);
  INSERT INTO paired_devices (id, grant_id, name, digest, created_at, last_used_at) VALUES (1, 1, 'Phone', 'cookie', 1, 1);
  INSERT INTO apns_devices (token, environment, grant_id, created_at, updated_at) VALUES ('aa', 'sandbox', NULL, 1, 1);
  INSERT INTO web_accounts (id, issuer, subject, email, name, totp_last_step, created_at) VALUES (1, 'i', 's', 'a@b', 'Ada', 7, 1);
  INSERT INTO web_sign_ins (id, account_id, digest, created_at, last_used_at) VALUES (1, 1, 'browser', 1, 1);
  INSERT INTO web_push_subscriptions (endpoint, p256dh, auth, created_at) VALUES ('old', 'k', 's', 1);
  INSERT INTO app_settings (key, value, updated_at) VALUES ('lan', '{"open":true}', 1), ('retention', '{"trash_days":9}', 1);`;

/** A day later, much of it was revoked and more was added. */
const since = `
  UPDATE api_keys SET revoked_at = 5 WHERE id = 1;
  INSERT INTO api_keys (name, source, "grant", digest, created_at, revoked_at) VALUES ('env-1', 'env', 'api', 'digest-env', 4, 5);
  DELETE FROM external_apps WHERE id = 1;
  UPDATE external_apps SET enabled = 0 WHERE id = 2;
  INSERT INTO app_settings (key, value, updated_at) VALUES ('withdrawn', '{"keys":["digest-forms"]}', 5);
  UPDATE oauth_grants SET revoked_at = 5, revocation_reason = 'Lost' WHERE id = 1;
  DELETE FROM oauth_artifacts WHERE grant_key = 'phone' OR key = 'phone';
  UPDATE oauth_grants SET privilege = 'relay_only' WHERE id = 2;
  UPDATE oauth_artifacts SET consumed_at = 5 WHERE key = 'desk-1';
  INSERT INTO oauth_artifacts (model, key, payload, grant_key, created_at) VALUES ('RefreshToken', 'desk-2', '{}', 'desk', 5);
  DELETE FROM apns_devices;
  UPDATE web_accounts SET totp_last_step = 90;
  UPDATE web_sign_ins SET ended_at = 5;
  INSERT INTO web_sign_ins (account_id, digest, created_at, last_used_at) VALUES (1, 'other browser', 5, 5);
  DELETE FROM web_push_subscriptions;
  INSERT INTO web_push_subscriptions (id, endpoint, p256dh, auth, grant_id, sign_in_id, created_at) VALUES
    (11, 'desk', 'k', 's', 2, NULL, 5), (12, 'browser', 'k', 's', NULL, 2, 5), (13, 'here', 'k', 's', NULL, NULL, 5);
  INSERT INTO oauth_grants (id, grant_key, client_id, client_name, registration, user_email, user_name, privilege, created_at)
    VALUES (3, 'new', 'signalbox', 'Signalbox', 'published', 'a@b', 'Ada', 'act_as_human', 5);
  INSERT INTO web_push_subscriptions (id, endpoint, p256dh, auth, grant_id, created_at) VALUES (14, 'new', 'k', 's', 3, 5);
  UPDATE app_settings SET value = '{"open":false}' WHERE key = 'lan';
  UPDATE app_settings SET value = '{"trash_days":2}' WHERE key = 'retention';`;

async function open(folded = since) {
  const folder = await makeTestFolder();
  const database = folder.at("signalbox.db");
  const copyOf = (script: string, file: string): void => {
    using opened = openTestDatabase();
    opened.database.sql.exec(script);
    opened.database.sql.prepare("VACUUM INTO ?").run(file);
  };
  copyOf(beginning, folder.at("copy.db"));
  copyOf(beginning + folded, database);
  return {
    at: folder.at,
    database,
    change: (script: string) => void new Sqlite(database).exec(script).close(),
    restore: (copy = folder.at("copy.db"), at = now) =>
      restoreBackup(folder.path, copy, { parts: restoreParts, now: at }),
    copies: restoreFiles(folder.path).backups,
    rows(question: string): unknown[] {
      const sql = new Sqlite(database, { readonly: true });
      const rows = sql.prepare(question).raw().all();
      sql.close();
      return rows;
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

/** A database of the version whose last migration has this name. */
function olderCopy(file: string, newest: string, script: string): string {
  const journal = readJournal();
  const last = journal.find(({ tag }) => tag === newest)?.when ?? 0;
  const sql = new Sqlite(file);
  sql.pragma("foreign_keys = OFF");
  sql.exec(migrationsTable);
  const record = sql.prepare("INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)");
  for (const migration of readMigrationFiles({ migrationsFolder })) {
    if (migration.folderMillis > last) continue;
    for (const statement of migration.sql) sql.exec(statement);
    record.run(migration.hash, migration.folderMillis);
  }
  sql.exec(script).close();
  return file;
}

const keys = "SELECT digest, revoked_at IS NULL FROM api_keys ORDER BY digest";

it("keeps keys revoked that were revoked since or whose plugin was deleted", async () => {
  await using bed = await open();
  expect(bed.restore()).toMatchObject({ mayRevive: false });
  expect(bed.rows(keys)).toEqual([
    ["digest-ci", 1],
    ["digest-env", 0],
    ["digest-forms", 0],
    ["digest-laptop", 0],
  ]);
  expect(bed.rows("SELECT name, enabled FROM external_apps ORDER BY id")).toEqual([
    ["Forms", 1],
    ["Mail", 0],
  ]);
});

it("keeps connections, sign-ins and subscribed browsers, and closes the network", async () => {
  await using bed = await open();
  bed.restore();
  expect(bed.rows("SELECT grant_key, privilege, revocation_reason FROM oauth_grants ORDER BY id")).toEqual([
    ["phone", "act_as_human", "Lost"],
    ["desk", "relay_only", null],
  ]);
  const tokens = "SELECT key, consumed_at IS NULL FROM oauth_artifacts ORDER BY key";
  expect(bed.rows(tokens)).toEqual([
    ["c-1", 1],
    ["desk", 1],
    ["desk-1", 0],
    ["desk-2", 1],
  ]);
  expect(bed.rows("SELECT revoked_at IS NULL FROM paired_devices")).toEqual([[0]]);
  expect(bed.rows("SELECT token FROM apns_devices")).toEqual([]);
  expect(bed.rows("SELECT totp_last_step FROM web_accounts")).toEqual([[90]]);
  const browsers = "SELECT digest, ended_at IS NULL FROM web_sign_ins ORDER BY id";
  expect(bed.rows(browsers)).toEqual([
    ["browser", 0],
    ["other browser", 1],
  ]);
  const choices = "SELECT key, value FROM app_settings WHERE key <> 'withdrawn' ORDER BY key";
  expect(bed.rows(choices)).toEqual([
    ["lan", '{"open":false}'],
    ["retention", '{"trash_days":9}'],
  ]);
});

const browsers = "SELECT id, endpoint, grant_id, sign_in_id FROM web_push_subscriptions ORDER BY id";
const toldNow = [
  [11, "desk", 2, null],
  [12, "browser", null, 2],
  [13, "here", null, null],
];
const formerly = "SELECT value FROM app_settings WHERE key = 'push_holders'";
/** The table as it was before it had columns for a browser's owner. */
const withoutOwners = `
  DROP INDEX web_push_grant; DROP INDEX web_push_sign_in;
  ALTER TABLE web_push_subscriptions DROP COLUMN grant_id; ALTER TABLE web_push_subscriptions DROP COLUMN sign_in_id;`;

it("loosens no sandbox and allows no server again", async () => {
  const row = "(1, 'A session', 'needs_input', 'pi', 'main', 'm', %, 1, 1, 1)".split("%");
  const fill = (level: string, apps: string): string => `
    INSERT INTO sessions (id, title, status, agent_runtime, branch, model, sandbox, last_touched_at, created_at, updated_at)
      VALUES ${row.join(level)};
    INSERT INTO triggers (id, name, agent_root_name, prompt_template, sandbox, created_at, updated_at)
      VALUES (1, 'A trigger', 'r', 'p', ${level}, 1, 1);
    INSERT INTO app_settings (key, value, updated_at) VALUES ('mcp_apps', '${apps}', 1);`;
  await using bed = await open(fill("'strict'", '{"enabled":false,"allowed_servers":[]}'));
  const copy = olderCopy(
    bed.at("older.db"),
    "0030_session_issues",
    fill("'off'", '{"enabled":true,"allowed_servers":["evil"]}'),
  );
  bed.restore(copy);
  for (const table of ["sessions", "triggers"])
    expect([table, bed.rows(`SELECT sandbox FROM ${table}`)]).toEqual([table, [["strict"]]]);
  expect(bed.rows("SELECT value FROM app_settings WHERE key = 'mcp_apps'")).toEqual([
    ['{"enabled":false,"allowed_servers":[]}'],
  ]);
});

it("keeps the browsers that are subscribed now, if their owner is in the backup", async () => {
  await using bed = await open();
  bed.restore();
  expect(bed.rows(browsers)).toEqual(toldNow);
});

it("writes the owner of a browser in the form of an older backup", async () => {
  await using bed = await open();
  bed.restore(olderCopy(bed.at("older.db"), "0004_token_usage", beginning));
  expect(bed.rows("SELECT id FROM web_push_subscriptions ORDER BY id")).toEqual([[11], [12], [13]]);
  const owners = { 11: { kind: "connection", id: 2 }, 12: { kind: "sign_in", id: 2 } };
  expect(bed.rows(formerly)).toEqual([[JSON.stringify(owners)]]);
});

it("reads the owner of a browser from older data", async () => {
  await using bed = await open();
  const owners = { 11: { kind: "connection", id: 2 }, 12: { kind: "sign_in", id: 2 }, 14: { kind: "?" } };
  bed.change(
    `${withoutOwners} INSERT INTO app_settings (key, value, updated_at) VALUES ('push_holders', '${JSON.stringify(owners)}', 5);`,
  );
  bed.restore();
  expect(bed.rows(browsers)).toEqual(toldNow);
  expect(bed.rows(formerly)).toEqual([]);
});

it("remembers revocations over several restores, unless a person allowed a key again", async () => {
  await using bed = await open();
  const older = bed.at("older.db");
  using empty = openTestDatabase();
  empty.database.sql.prepare("VACUUM INTO ?").run(older);
  bed.restore(older);
  expect(bed.rows(keys)).toEqual([["digest-env", 0]]);
  bed.restore(bed.at("copy.db"), now + 1_000);
  expect(bed.rows(keys)).toContainEqual(["digest-laptop", 0]);
  expect(bed.rows("SELECT revoked_at IS NULL FROM oauth_grants ORDER BY id")).toEqual([[0], [1]]);

  bed.change("UPDATE api_keys SET revoked_at = NULL WHERE digest = 'digest-laptop'");
  bed.restore(bed.at("copy.db"), now + 2_000);
  expect(bed.rows(keys)).toContainEqual(["digest-laptop", 1]);
  expect(bed.rows(keys)).toContainEqual(["digest-forms", 0]);
});

it("restores the data that a restore had replaced, with its keys", async () => {
  await using bed = await open();
  const { safetyCopy } = bed.restore();
  bed.restore(join(bed.copies, safetyCopy ?? ""), now + 1_000);
  expect(bed.rows(keys)).toEqual([
    ["digest-ci", 1],
    ["digest-env", 0],
    ["digest-laptop", 0],
  ]);
  expect(bed.rows("SELECT value FROM app_settings WHERE key = 'retention'")).toEqual([['{"trash_days":2}']]);
});

it("reports that revoked access may work again if the data cannot be read", async () => {
  await using bed = await open();
  writeFileSync(bed.database, "spoilt, and long enough to be taken for something");
  expect(bed.restore()).toMatchObject({ mayRevive: true });
  expect(bed.rows(keys)).toHaveLength(3);
});

it("restores a backup from before there were connections", async () => {
  await using bed = await open();
  const laptop = `INSERT INTO api_keys (id, name, source, "grant", digest, created_at)
    VALUES (1, 'laptop', 'minted', 'api', 'digest-laptop', 1)`;
  bed.restore(olderCopy(bed.at("older.db"), "0002_session_surface", laptop));
  expect(bed.rows(keys)).toContainEqual(["digest-laptop", 0]);
});
