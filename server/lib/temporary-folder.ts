import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { digestOf } from "./digest.ts";
import { isOwnFolder } from "./own-folder.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export interface TemporaryFolders {
  /** Holds a folder for each session without a sandbox; null where the system's own is the person's alone. */
  root: string | null;
  /** What the service and all that it starts get. */
  environment: Environment;
}

/** A socket's path has at most 107 bytes, and programs such as Chromium use 45 of them below their temporary folder. */
const longestPath = 107 - 45;

/**
 * A temporary folder that nobody else can enter, for the service and all that it starts, empty at each start. Programs keep
 * compiled code in theirs and run it later, and in the system's everyone can leave some.
 */
export async function openTemporaryFolders(
  environment: Environment,
  dataFolder: string,
  platform = process.platform,
): Promise<TemporaryFolders> {
  // On Windows, each person has their own.
  if (platform === "win32") return { root: null, environment };
  const root = await temporaryRoot(dataFolder);
  const own = join(root, "service");
  await rm(own, { recursive: true, force: true, maxRetries: 3 });
  await mkdir(own, { mode: 0o700 });
  return { root, environment: withVariables(environment, temporaryIn(own)) };
}

/** The same for a command that runs beside the service, until it is done. */
export async function withTemporaryFolder<Result>(
  environment: Environment,
  use: (environment: Environment) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "signalbox-"));
  try {
    return await use(withVariables(environment, temporaryIn(folder)));
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Makes programs put their temporary files into this folder. */
export const temporaryIn = (folder: string): Record<"TMPDIR" | "TMP" | "TEMP", string> => ({
  TMPDIR: folder,
  TMP: folder,
  TEMP: folder,
});

/** In the data folder, or with a short name under the system's folder if that is too long for the sockets in it. */
async function temporaryRoot(dataFolder: string): Promise<string> {
  const inData = join(dataFolder, "tmp");
  const short = join(tmpdir(), `signalbox-${process.getuid?.()}-${digestOf(dataFolder).slice(0, 16)}`);
  const isShorter = Buffer.byteLength(short) < Buffer.byteLength(inData);
  if (Buffer.byteLength(inData) > longestPath && isShorter && (await isMadePrivate(short))) return short;
  if (await isMadePrivate(inData)) return inData;
  throw new Error(`${inData} is not a folder of this user, so there is no place for temporary files`);
}

/** False if something else has the name, such as what another user made to be in the way. */
async function isMadePrivate(folder: string): Promise<boolean> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  if (!(await isOwnFolder(folder))) return false;
  await chmod(folder, 0o700);
  return true;
}

/** The same variables with some of them replaced; what changes in `environment` later still counts. */
export function withVariables(
  environment: Environment,
  replaced: Readonly<Record<string, string>>,
): Environment {
  return new Proxy(environment, {
    get: (target, name) => (name in replaced ? replaced[String(name)] : Reflect.get(target, name)),
    has: (target, name) => name in replaced || Reflect.has(target, name),
    ownKeys: (target) => [...new Set([...Reflect.ownKeys(target), ...Object.keys(replaced)])],
    getOwnPropertyDescriptor: (target, name) =>
      name in replaced
        ? { value: replaced[String(name)], configurable: true, enumerable: true, writable: true }
        : Reflect.getOwnPropertyDescriptor(target, name),
  });
}
