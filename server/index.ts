import type { RequestListener } from "node:http";
import { isAbsolute, join } from "node:path";
import { restoreParts } from "./compose/restore-parts.ts";
import { type Composition, compose, countByStatus } from "./compose.ts";
import { databaseName } from "./db/database-file.ts";
import { writeDatabaseMarker } from "./db/database-marker.ts";
import { rewriteOnce } from "./db/free-pages.ts";
import { type DataFolderLock, lockDataFolder } from "./db/lock.ts";
import { migrateDatabase } from "./db/migrate.ts";
import { type Database, openDatabase } from "./db/open.ts";
import { keepWriteMarks } from "./db/write-marks.ts";
import { shortestGoodKey, shortKeys } from "./domains/access/api-keys/index.ts";
import type { PoolState } from "./domains/agents/accounts/index.ts";
import type { Announcement } from "./domains/inbox/notifications/index.ts";
import { applyStagedRestore } from "./domains/installation/backups/restore.ts";
import type { ConfirmationService } from "./domains/owner/confirmations/index.ts";
import { openInstallation } from "./installation.ts";
import { launchFiles } from "./launch-files.ts";
import { systemClock } from "./lib/clock.ts";
import { commandLine } from "./lib/command-line.ts";
import { realFolder } from "./lib/data-folder.ts";
import { invalid } from "./lib/errors.ts";
import type { SleepInhibitor } from "./lib/keep-awake/index.ts";
import type { Logger } from "./lib/logger.ts";
import { listenOnOwnerSocket, ownerSocketPath } from "./lib/owner-socket.ts";
import { type SessionPasses, sessionPasses } from "./lib/session-passes.ts";
import { openTemporaryFolders, withVariables } from "./lib/temporary-folder.ts";
import { useProxies } from "./lib/use-proxies.ts";
import { type Listener, notListening, openListener } from "./listener.ts";
import { answerOwner } from "./owner-requests.ts";
import { makePrivate } from "./private-files.ts";
import { settingWarnings } from "./settings/on-disk.ts";
import { checkSettings, type Settings } from "./settings.ts";
import { refuseDamagedDatabase, refuseOtherDatabase, startProblem } from "./start-problems.ts";
import { version } from "./version.ts";

export type { PoolState } from "./domains/agents/accounts/index.ts";
export { createLogger } from "./lib/logger.ts";

/** Not an import: that reads every export and so loads Node's fetch and WebSocket, 3 MB that stay in memory. */
const { createServer } = process.getBuiltinModule("node:http");

/** What a host passes when it starts the service. Everything else comes from the environment (docs/configuration.md). */
export interface ServiceOptions {
  /** Read in place of process.env: the SERVICE_* variables, API_KEYS and the rest. */
  environment: Readonly<Record<string, string | undefined>>;
  /** The built board. If absent, no pages are served. */
  rendererFolder?: string;
  log: Logger;
  /** Checks every response against its declared schema, for tests. */
  validateResponses?: boolean;
  /** The passes of running turns, for tests that are an agent without a turn. */
  passes?: SessionPasses;
  /** The packaged app, which brings no commands: its pages name its menu instead. */
  isPackagedApp?: boolean;
  /** The host's own way to keep the machine awake; by default the system's program is used. */
  sleepInhibitor?: SleepInhibitor;
}

/** Counts for a tray or a badge. */
export interface ServiceStatus {
  running: number;
  waiting: number;
  /** Sessions on the board with a question, a review or a failure. */
  needsInput: number;
  /** How many sessions `pauseAll` stopped that would go on with `resumeAll`; null if nothing is paused. */
  paused: number | null;
  /** The runtimes that run on accounts. */
  pools: readonly PoolState[];
  /** Those of them that stopped last, at most 10. */
  needingInput: readonly { id: number; title: string }[];
  /** A sentence on each budget that is nearly or wholly used up. */
  budgetWarnings: readonly string[];
}

/** What the desktop app gives its window, in memory only. */
export interface WindowSignIn {
  cookie: { name: string; value: string };
  /** With what the page has its key bound: a new token each time. */
  key(): { id: string; token: string };
}

export interface Service {
  /** Where the board is, for example http://127.0.0.1:3000 */
  url: string;
  /**
   * A link that signs one browser in to the board, once, within two minutes, and leads to this path of it. The board's URL if
   * it needs no link.
   */
  launchLink(path?: string): string;
  /** A file that leads a browser to such a link, for programs whose arguments other users can see. Only the owner can read it. */
  launchFile(path?: string): Promise<string>;
  /** Signs in the desktop app's window until this process ends. Null if the board does not use launch links. */
  signInWindow(): WindowSignIn | null;
  /**
   * Called with each act that the board wants a person to confirm outside the page. `dialog`: the host asks in a dialog of
   * its own. Returns a function that unsubscribes.
   */
  onConfirmation: ConfirmationService["onQuestion"];
  /** Returns what was confirmed or denied, or null if it no longer waits. */
  settleConfirmation: ConfirmationService["settle"];
  dataFolder: string;
  status(): ServiceStatus;
  /** Called after the counts change, at most a few times a second. Returns a function that unsubscribes. */
  onStatus(listener: (status: ServiceStatus) => void): () => void;
  /** Called with each notification for the person at this machine. Returns a function that unsubscribes. */
  onAnnouncement(listener: (announcement: Announcement) => void): () => void;
  /** Stops every turn that works, and starts no other until `resumeAll`. Resolves with how many were stopped. */
  pauseAll(): Promise<number>;
  /** Lets turns start again. Returns how many had been stopped. */
  resumeAll(): number;
  /** Sends a person's reply to a notification to its session as a follow-up. Throws a refusal that can be shown. */
  reply(sessionId: number, text: string): Promise<void>;
  /** Takes no new work, stops what runs so that it resumes at the next start, and closes the database last. */
  close(): Promise<void>;
}

export async function startService(options: ServiceOptions): Promise<Service> {
  const { environment: personEnvironment, log } = options;
  const settings = await settingsOf(options);
  const lock = lockFolder(settings.dataFolder, options);
  const cleanup: (() => unknown)[] = [() => lock.release()];
  try {
    applyStagedRestore(settings.dataFolder, { parts: restoreParts, log, now: systemClock.now() });
    const database = openChecked(settings.dataFolder, log);
    cleanup.unshift(() => closeDatabase(database, { folder: settings.dataFolder, log }));
    const marks = keepWriteMarks(database, { folder: settings.dataFolder, log });
    cleanup.unshift(marks.stop);
    const installation = openInstallation(settings);
    const loose = await makePrivate(settings.dataFolder);
    if (loose.length > 0)
      log.warn({ paths: loose }, "other users of this machine had access to these; now they do not");
    const { root: temporary, environment } = await openTemporaryFolders(
      withRealHome(personEnvironment),
      settings.dataFolder,
    );
    warnOfAccess({ openTo: settings.boardOpenTo, keys: environment["API_KEYS"] }, log);
    // Early requests wait: none may see a turn that recovery has not handled yet.
    const ready = Promise.withResolvers<void>();
    const holdUntilReady: RequestListener = (request, response) =>
      void ready.promise.then(() => composition.app(request, response));
    const server = createServer(holdUntilReady);
    let listener: Listener = notListening;
    const composition = compose({
      database,
      settings,
      installation,
      environment,
      personEnvironment,
      temporary,
      clock: systemClock,
      log,
      passes: options.passes ?? sessionPasses(),
      rendererFolder: options.rendererFolder,
      url: () => listener.url,
      refusedNames: () => listener.refusedNames,
      version,
      validateResponses: options.validateResponses ?? false,
      sleepInhibitor: options.sleepInhibitor,
      commandLine: options.isPackagedApp === true ? null : commandLine(settings.dataFolder),
    });
    cleanup.unshift(() => composition.stop());
    listener = await openListener(server, settings);
    lock.listensAt(listener.url);
    warnOfRefusedNames(listener, log);
    // Such as running out of file descriptors. Without a listener the error would end the process.
    server.on("error", (error) => log.error({ err: error }, "connection not accepted"));
    cleanup.unshift(() => listener.cut());
    await composition.start();
    database.serves();
    const launch = launchFiles({ dataFolder: settings.dataFolder, launchLink: composition.board.launchLink });
    await launch.sweep();
    const ownerSocket = await openOwnerSocket(composition, { settings, launch, log, url: listener.url });
    cleanup.unshift(() => ownerSocket?.close());
    ready.resolve();
    server.off("request", holdUntilReady).on("request", composition.app);
    const release = async () => {
      ownerSocket?.close();
      await launch.close();
      await marks.stop();
      closeDatabase(database, { folder: settings.dataFolder, log });
      lock.release();
    };
    return runningService({ composition, listener, settings, launchFile: launch.create, release });
  } catch (error) {
    for (const step of cleanup) await step();
    throw startProblem(error, settings.dataFolder);
  }
}

/** Where the owner's commands reach the service; null where that cannot be. */
function openOwnerSocket(
  composition: Composition,
  of: { settings: Settings; launch: ReturnType<typeof launchFiles>; log: Logger; url: string },
): Promise<{ close(): void } | null> {
  const answer = answerOwner({
    launchLink: composition.board.launchLink,
    launchFile: of.launch.create,
    issueTokens: composition.issueTokens,
    writeDiagnostics: composition.writeDiagnostics,
    commandAccess: () => ({ url: of.url, key: composition.commandKey(), version, pid: process.pid }),
    // As from a terminal: whoever hosts the service ends it in its own way.
    stop: () => void setImmediate(() => process.kill(process.pid, "SIGTERM")),
    ...composition.confirmations,
  });
  return listenOnOwnerSocket(ownerSocketPath(of.settings.dataFolder), answer).catch((error: unknown) => {
    // Such as on a file system that has no sockets. Everything but the owner's commands works without one.
    of.log.warn({ err: error }, "the owner's commands cannot reach this service");
    return null;
  });
}

async function settingsOf({ environment, log }: ServiceOptions): Promise<Settings> {
  const settings = await checkSettings(environment);
  for (const warning of await settingWarnings(environment)) log.warn(warning);
  return settings;
}

/** A sandbox shows what is in the home at its real place, and not the link that leads there. */
function withRealHome(environment: ServiceOptions["environment"]): ServiceOptions["environment"] {
  const home = environment["HOME"] ?? "";
  const real = isAbsolute(home) ? realFolder(home) : home;
  return real === home ? environment : withVariables(environment, { HOME: real });
}

/** What the owner set that gives somebody else access. */
function warnOfAccess(
  { openTo, keys }: { openTo: Settings["boardOpenTo"]; keys: string | undefined },
  log: Logger,
): void {
  if (openTo !== "nobody")
    log.warn({ openTo }, "the board is open without sign-in: whoever reaches it acts as the owner");
  const short = shortKeys(keys);
  if (short > 0)
    log.warn(
      { keys: short },
      `API_KEYS contains keys of fewer than ${shortestGoodKey} characters, which can be guessed`,
    );
}

function warnOfRefusedNames({ refusedNames, url }: Listener, log: Logger): void {
  if (refusedNames.size > 0)
    log.warn(
      { url, refused: [...refusedNames] },
      "another program has this port on loopback of the other IP version, or it is off: the board answers only at its own address",
    );
}

/** Makes the folder this process's own, and lets its requests go through the proxies of the environment until it is released. */
function lockFolder(
  folder: string,
  { environment, log }: Pick<ServiceOptions, "environment" | "log">,
): DataFolderLock {
  const endProxies = useProxies(environment, log);
  try {
    const lock = lockDataFolder(folder);
    return {
      ...lock,
      release() {
        endProxies();
        lock.release();
      },
    };
  } catch (error) {
    endProxies();
    throw startProblem(error, folder);
  }
}

/** Opens the folder's own database, or a new one in a folder that had none. */
function openChecked(folder: string, log: Logger): Database {
  refuseOtherDatabase(folder);
  const database = openDatabase(join(folder, databaseName), log);
  try {
    refuseDamagedDatabase(database, folder);
    migrateDatabase(database, { backups: join(folder, "backups"), now: systemClock.now() });
    rewriteForFreePages(database, log);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The service works without it, so a failure is no reason not to start. */
function rewriteForFreePages({ sql }: Database, log: Logger): void {
  try {
    if (rewriteOnce(sql) === "done")
      log.info("the database was rewritten, so that it can give back free pages");
  } catch (error) {
    log.warn({ err: error }, "the database was not rewritten; it keeps its free pages");
  }
}

/** The marker first: once it is closed, the database has no write-ahead log. */
function closeDatabase(database: Database, { folder, log }: { folder: string; log: Logger }): void {
  try {
    if (database.sql.open) writeDatabaseMarker(folder, "closed");
  } catch (error) {
    // As on a full disk. The next start then checks the database as after a kill.
    log.warn({ err: error }, "the data folder could not be marked as closed");
  } finally {
    database.close();
  }
}

function runningService(parts: {
  composition: Composition;
  listener: Listener;
  settings: Settings;
  launchFile: Service["launchFile"];
  release(): Promise<void>;
}): Service {
  const { composition, listener, settings } = parts;
  const { admission, poolStates, sessions, turns, attention, budgets, feed } = composition;
  let closed: Promise<void> | undefined;

  function status(): ServiceStatus {
    const { running, waiting } = countByStatus(sessions);
    const needy = attention.needy();
    const paused = admission.stoppedByPause();
    return {
      running,
      waiting,
      needsInput: needy.length,
      paused,
      pools: poolStates(),
      needingInput: needy.slice(0, 10),
      budgetWarnings: budgets.warnings(),
    };
  }

  async function close(): Promise<void> {
    listener.close();
    try {
      await composition.stop();
    } finally {
      listener.cut();
      await parts.release();
    }
  }

  return {
    url: listener.url,
    ...composition.board,
    launchFile: parts.launchFile,
    onConfirmation: composition.confirmations.onQuestion,
    settleConfirmation: composition.confirmations.settle,
    dataFolder: settings.dataFolder,
    status,
    onStatus(listener) {
      let timer: NodeJS.Timeout | undefined;
      const unsubscribe = feed.follow(({ event }) => {
        if (!changesStatus.has(event.type)) return;
        timer ??= setTimeout(() => {
          timer = undefined;
          // The database may be closed by then.
          if (closed === undefined) listener(status());
        }, 250);
      });
      return () => {
        clearTimeout(timer);
        unsubscribe();
      };
    },
    onAnnouncement: (listener) =>
      feed.follow(({ event }) => {
        if (event.type === "announcement") listener(event.announcement);
      }),
    pauseAll: async () => (await admission.pauseAll({ kind: "board" })).stopped,
    resumeAll: () => admission.resumeAll({ kind: "board" }).resumed,
    async reply(sessionId, text) {
      if (text.trim() === "") throw invalid("The reply is empty");
      await turns.followUp(String(sessionId), { prompt: text }, { kind: "board" });
    },
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}

/** `inference`: an account, or what the spot queue does. */
const changesStatus: ReadonlySet<string> = new Set(["session", "session_removed", "inference", "budgets"]);
