import { join } from "node:path";
import { parseArgs } from "node:util";
import { lockDataFolder } from "../db/lock.ts";
import { migrateDatabase } from "../db/migrate.ts";
import { type Database, openDatabase } from "../db/open.ts";
import {
  authorizationServers,
  issueTokens,
  makeSigningKeys,
  oauthService,
  privilege as privilegeSchema,
} from "../domains/access/oauth/index.ts";
import type { IssuedTokens, TokenRequest } from "../domains/access/oauth/model.ts";
import { systemClock } from "../lib/clock.ts";
import { Refusal } from "../lib/errors.ts";
import { createLogger } from "../lib/logger.ts";
import { newToken } from "../lib/new-token.ts";
import { askRunningService } from "../owner-requests.ts";
import { readSettings, type Settings } from "../settings.ts";
import { print } from "./output.ts";
import { parseOrRefuse, usageRefusal } from "./parse-or-refuse.ts";
import { text } from "./text.ts";

const usage = text.usageOf(`grant ${text.arguments.grant}`);

/** Issues tokens of the service's own app to a person: by the running service, or in the data folder if none is running. */
export async function grant(args: readonly string[]): Promise<number> {
  const { email, name, privilege } = readArguments(args);
  const settings = readSettings(process.env);
  const request = { person: { email, name }, privilege, label: text.grant.label };
  const asked = { kind: "issue_tokens", ...request } as const;
  const issued = await askRunningService(settings.dataFolder, asked);
  print(JSON.stringify(issued ?? (await issueInFolder(settings, request)), null, 2));
  return 0;
}

/** Also for a running service that has no socket, as on a file system without them. */
async function issueInFolder(settings: Settings, request: TokenRequest): Promise<IssuedTokens> {
  const database = openDataFolder(settings);
  try {
    return await issue(settings, database, request);
  } finally {
    database.close();
  }
}

async function issue(settings: Settings, database: Database, request: TokenRequest): Promise<IssuedTokens> {
  const oauth = oauthService({ database, clock: systemClock, log: silentLog, audience: null });
  const { at } = authorizationServers(
    {
      database,
      oauth,
      clock: systemClock,
      log: silentLog,
      // Signs forms, and none is shown here.
      secret: newToken(),
      signingKeys: makeSigningKeys,
      isAllowed: () => true,
      fetch: (input, init) => fetch(input, init),
    },
    ({ url }) => url,
  );
  return issueTokens(await at(settings.origin ?? `http://127.0.0.1:${settings.port}`), oauth, request);
}

const silentLog = createLogger({ level: "silent" });

function readArguments(args: readonly string[]): {
  email: string;
  name: string;
  privilege: TokenRequest["privilege"];
} {
  const options = {
    email: { type: "string" },
    privilege: { type: "string" },
    name: { type: "string" },
  } as const;
  const {
    email = "",
    name,
    privilege,
  } = parseOrRefuse(() => parseArgs({ args: [...args], options }).values, usage);
  const wanted = privilegeSchema.safeParse(privilege);
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || !wanted.success) throw usageRefusal(usage);
  return { email: email.toLowerCase(), name: name?.trim() || email, privilege: wanted.data };
}

/** Throws a readable refusal if the folder belongs to someone else or is not a data folder. */
function openDataFolder({ dataFolder }: Settings): Database {
  try {
    return openAndMigrate(dataFolder);
  } catch (cause) {
    if (cause instanceof Refusal || !(cause instanceof Error && "code" in cause)) throw cause;
    const messages = [text.grant.unusable({ folder: dataFolder, reason: cause.message })];
    throw new Refusal({ status: 503, label: "No database", messages, cause });
  }
}

/** A running service has migrated the database already; otherwise it is migrated here. */
function openAndMigrate(dataFolder: string): Database {
  const file = join(dataFolder, "signalbox.db");
  const lock = lockUnlessInUse(dataFolder);
  try {
    const database = openDatabase(file, silentLog);
    if (lock) migrateDatabase(database, { backups: join(dataFolder, "backups"), now: Date.now() });
    return database;
  } finally {
    lock?.release();
  }
}

function lockUnlessInUse(folder: string): ReturnType<typeof lockDataFolder> | null {
  try {
    return lockDataFolder(folder);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
