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
  oauthStore,
  privilege as privilegeSchema,
} from "../domains/access/oauth/index.ts";
import { readInstallation } from "../installation.ts";
import { systemClock } from "../lib/clock.ts";
import { invalid, Refusal } from "../lib/errors.ts";
import { createLogger } from "../lib/logger.ts";
import { readSettings, type Settings } from "../settings.ts";
import { print } from "./output.ts";

/** Connects the app of this service for a person, beside a running service or without one. */
export async function grant(args: readonly string[]): Promise<number> {
  const { email, name, privilege } = readArguments(args);
  const settings = readSettings(process.env);
  const database = openCurrent(settings);
  try {
    const asked = { person: { email, name }, privilege, label: "Made by signalbox grant" };
    print(JSON.stringify(await issue(settings, database, asked), null, 2));
    return 0;
  } finally {
    database.close();
  }
}

type Asked = Parameters<typeof issueTokens>[2];

async function issue(settings: Settings, database: Database, asked: Asked) {
  const store = oauthStore(database);
  const oauth = oauthService({ database, store, clock: systemClock, log: quiet, audience: null });
  const { at } = authorizationServers(
    {
      store,
      oauth,
      clock: systemClock,
      log: quiet,
      secret: readInstallation(settings.dataFolder).secret,
      signingKeys: makeSigningKeys,
      isAllowed: () => true,
      fetch: (input, init) => fetch(input, init),
    },
    ({ url }) => url,
  );
  return issueTokens(await at(settings.origin ?? `http://127.0.0.1:${settings.port}`), oauth, asked);
}

const quiet = createLogger({ level: "silent" });

const usage = "Usage: signalbox grant --email E --privilege act_as_human|relay_only [--name N]";

function readArguments(args: readonly string[]): {
  email: string;
  name: string;
  privilege: Asked["privilege"];
} {
  const options = {
    email: { type: "string" },
    privilege: { type: "string" },
    name: { type: "string" },
  } as const;
  const { email = "", name, privilege } = parsed(() => parseArgs({ args: [...args], options }).values);
  const wanted = privilegeSchema.safeParse(privilege);
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || !wanted.success) throw invalid(usage);
  return { email: email.toLowerCase(), name: name?.trim() || email, privilege: wanted.data };
}

function parsed<Values>(parse: () => Values): Values {
  try {
    return parse();
  } catch (cause) {
    throw new Refusal({ status: 422, label: "Invalid arguments", messages: [usage], cause });
  }
}

/** Throws a sentence for a folder that is somebody else's or no data folder. */
function openCurrent({ dataFolder }: Settings): Database {
  try {
    return openMigrated(dataFolder);
  } catch (cause) {
    if (cause instanceof Refusal || !(cause instanceof Error && "code" in cause)) throw cause;
    const messages = [
      `${dataFolder} cannot be used (${cause.message}). SERVICE_DATA_DIR names the data folder.`,
    ];
    throw new Refusal({ status: 503, label: "No database", messages, cause });
  }
}

/** A running service has brought the database to this version; without one it is done here. */
function openMigrated(dataFolder: string): Database {
  const file = join(dataFolder, "signalbox.db");
  const lock = lockUnlessServed(dataFolder);
  try {
    const database = openDatabase(file, quiet);
    if (lock) migrateDatabase(database, { backups: join(dataFolder, "backups"), now: Date.now() });
    return database;
  } finally {
    lock?.release();
  }
}

function lockUnlessServed(folder: string): ReturnType<typeof lockDataFolder> | null {
  try {
    return lockDataFolder(folder);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
