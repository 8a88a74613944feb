import type { RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type Composition, compose, countByStatus } from "./compose.ts";
import { lockDataFolder } from "./db/lock.ts";
import { migrateDatabase } from "./db/migrate.ts";
import { openDatabase } from "./db/open.ts";
import { applyStagedRestore } from "./db/restore.ts";
import type { Announcement } from "./domains/inbox/notifications/index.ts";
import { readInstallation } from "./installation.ts";
import { systemClock } from "./lib/clock.ts";
import { invalid, Refusal } from "./lib/errors.ts";
import type { Logger } from "./lib/logger.ts";
import { readSettings, type Settings } from "./settings.ts";
import { version } from "./version.ts";

export { createLogger } from "./lib/logger.ts";

/** Got, not imported: an import reads every export, and with them loads Node's fetch and WebSocket, 3 MB that stay. */
const { createServer } = process.getBuiltinModule("node:http");

/** How a host starts the service. Everything else comes from the environment (docs/configuration.md). */
export interface ServiceOptions {
  /** Read instead of process.env; the contract's SERVICE_* variables, API_KEYS and the rest. */
  environment: Readonly<Record<string, string | undefined>>;
  /** The built board; absent = no pages are served. */
  rendererFolder?: string;
  log: Logger;
  /** Tests check every answer against its declared schema. */
  validateResponses?: boolean;
}

/** Counts for a tray or a badge. */
export interface ServiceStatus {
  running: number;
  waiting: number;
  needsInput: number;
  failed: number;
  /** Those that `pauseAll` stopped and that rest since: what `resumeAll` takes up. */
  paused: number;
  /** The newest sessions that need the person, at most 10. */
  needingInput: readonly { id: number; title: string }[];
}

export interface Service {
  /** Where the board is, for example http://127.0.0.1:3000 */
  url: string;
  dataFolder: string;
  status(): ServiceStatus;
  /** Called after every change of the counts, at most a few times a second. Returns how to stop listening. */
  onStatus(listener: (status: ServiceStatus) => void): () => void;
  /** Called with each notification for whoever sits at this machine. Returns how to stop listening. */
  onAnnouncement(listener: (announcement: Announcement) => void): () => void;
  /** Pauses every running session; resolves with how many. */
  pauseAll(): Promise<number>;
  /** Restarts what `pauseAll` stopped and nobody has touched since; resolves with how many. */
  resumeAll(): Promise<number>;
  /** What the person answers to a notification: a follow-up to that session. Throws a refusal in plain words. */
  reply(sessionId: number, text: string): Promise<void>;
  /** Takes no new work, stops what it started so that it resumes at the next start, closes the database last. */
  close(): Promise<void>;
}

export async function startService(options: ServiceOptions): Promise<Service> {
  const { environment, log } = options;
  const settings = readSettings(environment);
  const lock = lockDataFolder(settings.dataFolder);
  const undo: (() => unknown)[] = [() => lock.release()];
  try {
    applyStagedRestore(settings.dataFolder, { log, now: systemClock.now() });
    const database = openDatabase(join(settings.dataFolder, "signalbox.db"), log);
    undo.unshift(() => database.close());
    migrateDatabase(database, { backups: join(settings.dataFolder, "backups"), now: systemClock.now() });
    const installation = readInstallation(settings.dataFolder);
    // Who knocks before the last start is put right waits: a request must not meet a turn that recovery has not read.
    const putRight = Promise.withResolvers<void>();
    const hold: RequestListener = (request, response) =>
      void putRight.promise.then(() => composition.app(request, response));
    const server = createServer(hold);
    let url = "";
    const composition = compose({
      database,
      settings,
      installation,
      environment,
      clock: systemClock,
      log,
      rendererFolder: options.rendererFolder,
      url: () => url,
      version,
      validateResponses: options.validateResponses ?? false,
    });
    undo.unshift(() => composition.stop());
    await listen(server, settings);
    url = urlOf(server, settings);
    // Such as no file descriptor left for a connection; without a listener it would end the process.
    server.on("error", (error) => log.error({ err: error }, "connection not taken"));
    undo.unshift(() => server.close().closeAllConnections());
    await composition.start();
    putRight.resolve();
    server.off("request", hold).on("request", composition.app);
    const release = () => {
      database.close();
      lock.release();
    };
    return runningService({ composition, server, settings, url, release });
  } catch (error) {
    for (const step of undo) await step();
    throw error;
  }
}

function listen(server: Server, { host, port }: Settings): Promise<void> {
  server.keepAliveTimeout = 30_000;
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(error.code === "EADDRINUSE" ? portTaken(host, port) : error);
    });
    server.listen(port, host, resolve);
  });
}

const portTaken = (host: string, port: number): Refusal =>
  new Refusal({
    status: 503,
    label: "Port in use",
    messages: [
      `Something else listens on ${host}:${port}. Set SERVICE_PORT to another port, or 0 for any free one.`,
    ],
  });

function runningService(parts: {
  composition: Composition;
  server: Server;
  settings: Settings;
  url: string;
  release(): void;
}): Service {
  const { composition, server, settings, url } = parts;
  const { sessions, turns, feed } = composition;
  let closed: Promise<void> | undefined;

  function status(): ServiceStatus {
    const { needs_input: needsInput, ...counts } = countByStatus(sessions);
    const needing = needsInput === 0 ? [] : sessions.withStatus("needs_input", 10);
    const paused = turns.resumable().length;
    return { ...counts, needsInput, paused, needingInput: needing.map(({ id, title }) => ({ id, title })) };
  }

  async function close(): Promise<void> {
    server.close();
    try {
      await composition.stop();
    } finally {
      server.closeAllConnections();
      parts.release();
    }
  }

  return {
    url,
    dataFolder: settings.dataFolder,
    status,
    onStatus(listener) {
      let timer: NodeJS.Timeout | undefined;
      const unfollow = feed.follow(({ event }) => {
        if (event.type !== "session" && event.type !== "session_removed") return;
        timer ??= setTimeout(() => {
          timer = undefined;
          // Once it closes, the database may be gone.
          if (closed === undefined) listener(status());
        }, 250);
      });
      return () => {
        clearTimeout(timer);
        unfollow();
      };
    },
    onAnnouncement: (listener) =>
      feed.follow(({ event }) => {
        if (event.type === "announcement") listener(event.announcement);
      }),
    pauseAll: () => turns.pauseAll({ kind: "board" }),
    resumeAll: () => turns.resumeAll({ kind: "board" }),
    async reply(sessionId, text) {
      if (text.trim() === "") throw invalid("The answer is blank");
      await turns.followUp(String(sessionId), { prompt: text }, { kind: "board" });
    },
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}

const urlOf = (server: Server, { host }: Settings): string =>
  `http://${urlHost(host)}:${(server.address() as AddressInfo).port}`;

const urlHost = (host: string): string => {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
};
