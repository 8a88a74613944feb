import { constants } from "node:fs";
import { access, lstat, mkdir, readdir, readlink, realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { accountHome } from "../account.ts";
import { exists, isRealFolder } from "../exists.ts";
import { isWithin } from "../is-within.ts";
import { unlessPassing } from "../passing-fault.ts";
import { outermost, type SandboxView } from "./argv-rules.ts";
import { grantedPaths } from "./grants.ts";
import { clearMountPoints } from "./mount-points.ts";
import { placeFinder } from "./places.ts";
import type { Launch, SandboxRoom } from "./room.ts";
import { expectedAt, namedPlaces, shownPlaces } from "./shown-places.ts";
import {
  namedFiles,
  packagesAbove,
  packagesAround,
  pathFolders,
  personalFolders,
  secretPlaces,
  systemFolders,
  systemSecrets,
  toolFolders,
} from "./tool-folders.ts";

/** More links in a row than any installed program has. */
const mostLinks = 10;

/** Looks up everything that the mounts of this command depend on, and makes the session's own folders. */
export async function viewFor(room: SandboxRoom, launch: Launch): Promise<SandboxView> {
  const isRoot = process.getuid?.() === 0;
  const dataFolder = await realpath(room.dataFolder);
  const hidden = await hiddenFolders();
  const userHome = await homePlace(launch.env["HOME"] ?? homedir());
  const agentFolders = [dataFolder, ...(room.agentFolders ?? [])];
  const find = placeFinder(agentFolders);
  const own = { temporary: join(room.folder, "tmp"), home: join(room.folder, "home") };
  for (const folder of Object.values(own)) await mkdir(folder, { recursive: true, mode: 0o700 });
  const [writablePlaces, given] = await Promise.all(
    [room.writable, room.readable].map((paths) => namedPlaces(paths, { find, pins: room.pins })),
  );
  const writable = outermost((writablePlaces ?? []).map(({ path }) => path));
  const isHidden = (path: string): boolean =>
    [...hidden, "/tmp", "/dev", ...(userHome === null ? [] : [userHome])].some((folder) =>
      isWithin(path, folder),
    );
  /** Showing one of these would show what the sandbox is there to hide. */
  const isTooMuch = (path: string): boolean =>
    [dataFolder, userHome, ...hidden, "/tmp"].some((place) => place !== null && isWithin(place, path));
  /** Shown anyway, and its links are the agent's: they lead wherever it wants to look. */
  const isAgents = (path: string): boolean => writable.some((folder) => isWithin(path, folder));
  const isOthers = (path: string): boolean => agentFolders.some((folder) => isWithin(path, folder));
  const granted = grantedPaths(room.grants, { userHome, env: launch.env });
  const wanted = [
    ...granted,
    ...(await programsOf(launch, { isTooMuch, isAgents, isOthers })),
    ...namedFiles(launch.env),
    ...(userHome === null
      ? []
      : [...toolFolders, ...room.clis.programs].map((folder) => join(userHome, folder))),
    ...(await resolverFile()),
  ];
  const shown = await shownPlaces(
    { given: given ?? [], named: room.readable, wanted },
    {
      find,
      isShown: (path) => isHidden(path) && !isTooMuch(path) && !isWithin(path, dataFolder) && !isAgents(path),
      isInData: (path) => isWithin(path, dataFolder) && path !== dataFolder,
      isOthers,
    },
  );
  const hasHome =
    userHome !== null && userHome !== "/" && ((await exists(userHome)) || isHidden(dirname(userHome)));
  const mounts = [...shown.at, dataFolder, ...writable];
  if (hasHome) await clearMountPoints(own.home, userHome, mounts);
  await clearMountPoints(own.temporary, "/tmp", [...mounts, ...(hasHome ? [userHome] : [])]);
  return {
    isRoot,
    hidden: hidden.filter((folder) => folder !== userHome),
    temporary: own.temporary,
    home: hasHome ? { own: own.home, at: userHome } : null,
    dataFolder,
    readable: shown.readable,
    linked: shown.linked,
    covered: await coveredPlaces({
      userHome,
      secrets: [...secretPlaces, ...room.clis.secrets],
      readable: shown.at,
      granted,
      isRoot,
    }),
    writable,
    cwd: await realpath(launch.cwd),
    expected: [
      ...shown.expected,
      ...(writablePlaces ?? []).filter(({ path }) => writable.includes(path)).map(expectedAt),
    ],
  };
}

type PlaceRules = Record<"isTooMuch" | "isAgents" | "isOthers", (path: string) => boolean>;

/** What a command and the folders of PATH need. */
async function programsOf(
  { command, args, programs = [], env }: Launch,
  rules: PlaceRules,
): Promise<string[]> {
  const found = await Promise.all([
    ...[command, ...args, ...programs].map((path) => programPaths(path, rules)),
    ...pathFolders(env).map((folder) => pathFolderPaths(folder, rules.isTooMuch)),
  ]);
  return found.flat();
}

/** Where the home lies. One that is not there is made inside if its parent is hidden anyway. */
async function homePlace(home: string): Promise<string | null> {
  const found = await realOrNull(home);
  if (found !== null) return found;
  const parent = await realOrNull(dirname(home));
  return parent === null ? null : join(parent, basename(home));
}

/** Top-level folders that are not the system's, and those of the system where persons and other programs keep files. */
async function hiddenFolders(): Promise<string[]> {
  const names = (await readdir("/")).filter((name) => !systemFolders.has(name));
  const places = [...names.map((name) => `/${name}`), ...personalFolders, accountHome()];
  const found = await Promise.all(
    places.map(async (path) => (path !== "/" && (await isRealFolder(path)) ? [path] : [])),
  );
  return outermost(found.flat());
}

const realOrNull = (path: string): Promise<string | null> => realpath(path).catch(unlessPassing(null));

/** Name resolution's settings may be a link into /run. */
async function resolverFile(): Promise<string[]> {
  const target = await realOrNull("/etc/resolv.conf");
  return target !== null && isWithin(target, "/run") ? [target] : [];
}

/**
 * What a program or script needs to be started from its path: the package it belongs to, the packages its imports
 * resolve to, and the same for each link on the way. A folder is shown as it is.
 */
async function programPaths(path: string, { isTooMuch, isAgents, isOthers }: PlaceRules): Promise<string[]> {
  const wanted: string[] = [];
  let at = path;
  for (let link = 0; link < mostLinks && isAbsolute(at); link += 1) {
    const place = join((await realOrNull(dirname(at))) ?? dirname(at), basename(at));
    if (isAgents(place)) break;
    const about = await lstat(at).catch(unlessPassing(null));
    if (about === null) break;
    const packages = packagesAround(at);
    const folder = dirname(at);
    if (about.isDirectory()) wanted.push(at);
    else if (packages !== null) wanted.push(packages);
    else wanted.push(...(await scriptPaths(at, isTooMuch)));
    if (!about.isSymbolicLink() || isOthers(place)) break;
    at = resolve(folder, await readlink(at));
  }
  return wanted;
}

/** The package around a script, else its folder; the script alone where that would show what is hidden. */
async function scriptPaths(script: string, isTooMuch: (path: string) => boolean): Promise<string[]> {
  const folder = dirname(script);
  if (isTooMuch(folder)) return [script];
  for (let root = folder; !isTooMuch(root); root = dirname(root)) {
    const manifests = ["package.json", "pyproject.toml"].map((name) => exists(join(root, name)));
    if ((await Promise.all(manifests)).includes(true)) return [root, ...packagesAbove(root)];
  }
  return [folder, ...packagesAbove(folder)];
}

/** A folder of PATH; its programs may need the `lib` beside it. */
async function pathFolderPaths(folder: string, isTooMuch: (path: string) => boolean): Promise<string[]> {
  const packages = packagesAround(folder);
  if (packages !== null) return [packages];
  const prefix = dirname(folder);
  const isPrefix = /\/bin\/?$/.test(folder) && !prefix.endsWith("/.local") && !isTooMuch(prefix);
  return isPrefix && (await exists(join(prefix, "lib"))) ? [prefix] : [folder];
}

async function coveredPlaces(about: {
  userHome: string | null;
  secrets: readonly string[];
  readable: readonly string[];
  granted: readonly string[];
  isRoot: boolean;
}): Promise<{ path: string; isFolder: boolean }[]> {
  const { userHome, secrets, readable, granted, isRoot } = about;
  const inHome = userHome === null ? [] : secrets.map((place) => join(userHome, place));
  const shown = inHome.filter(
    (path) => !granted.includes(path) && readable.some((folder) => isWithin(path, folder)),
  );
  const places = [...shown, ...(isRoot ? systemSecrets : [])];
  const found = await Promise.all(
    places.map(async (path) => {
      const target = await realOrNull(path);
      if (target === null || !(await isReadable(target))) return [];
      return [{ path: target, isFolder: (await stat(target)).isDirectory() }];
    }),
  );
  return found.flat();
}

const isReadable = (path: string): Promise<boolean> =>
  access(path, constants.R_OK).then(
    () => true,
    () => false,
  );
