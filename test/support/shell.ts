import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runShell } from "../../main/boot/index.ts";
import type { Host } from "../../main/host.ts";
import type { UpdateSource } from "../../main/updates/source.ts";
import type { Service, ServiceOptions, ServiceStatus } from "../../server/index.ts";
import { FakeElectron } from "./fake-electron.ts";

export const idle: ServiceStatus = {
  running: 0,
  waiting: 0,
  needsInput: 0,
  paused: null,
  pools: [],
  needingInput: [],
  budgetWarnings: [],
};
export const boardUrl = "http://127.0.0.1:4321";
export const launchFilePath = "/data/run/signalbox-open-1.html";

type Announced = Parameters<Service["onAnnouncement"]>[0];
type Asked = Parameters<Service["onConfirmation"]>[0];

/** A fake service that records the shell's calls. */
class FakeService implements Service {
  readonly url = boardUrl;
  readonly dataFolder = "";
  launchLink = () => `${boardUrl}/sign-in#code=once`;
  launchFile = () => Promise.resolve(launchFilePath);
  signInWindow = () => ({
    cookie: { name: "signalbox_browser", value: "cookie" },
    key: () => ({ id: "app-1", token: "once" }),
  });
  readonly asked: string[] = [];
  readonly #listeners = new Set<(status: ServiceStatus) => void>();
  readonly #announced = new Set<Announced>();
  #status = idle;
  /** Awaited by close(), so that a test can hold it open. */
  closing: Promise<unknown> = Promise.resolve();
  readonly closeAsked = Promise.withResolvers<void>();

  readonly #confirming = new Set<Asked>();
  /** The answers to what was asked to be confirmed. */
  readonly settled: (readonly [id: string, answer: "confirmed" | "denied"])[] = [];

  asksInDialog = false;
  onConfirmation(listener: Asked, { dialog = false } = {}) {
    this.asksInDialog = dialog;
    this.#confirming.add(listener);
    return () => void this.#confirming.delete(listener);
  }

  /** Asks the host to have something confirmed; aborting the result ends the question. */
  askToConfirm(id: string, words: string): AbortController {
    const over = new AbortController();
    for (const listener of this.#confirming)
      listener({ id, words, from: "Firefox on Linux", command: `confirm ${id}`, over: over.signal });
    return over;
  }

  settleConfirmation = (id: string, answer: "confirmed" | "denied") => {
    this.settled.push([id, answer]);
    return "";
  };

  status = () => this.#status;
  onStatus(listener: (status: ServiceStatus) => void) {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  change(status: Partial<ServiceStatus>) {
    this.#status = { ...this.#status, ...status };
    for (const listener of this.#listeners) listener(this.#status);
  }

  onAnnouncement(listener: Announced) {
    this.#announced.add(listener);
    return () => void this.#announced.delete(listener);
  }

  announce(announcement: Parameters<Announced>[0]) {
    for (const listener of this.#announced) listener(announcement);
  }

  listenerCount = () => this.#listeners.size + this.#announced.size + this.#confirming.size;

  /** Thrown by reply() if a test sets it. */
  refusal: Error | null = null;

  async reply(sessionId: number, text: string) {
    if (this.refusal) throw this.refusal;
    this.asked.push(`reply ${sessionId} ${text}`);
  }

  async pauseAll() {
    this.asked.push("pauseAll");
    return 0;
  }

  resumeAll() {
    this.asked.push("resumeAll");
    return 0;
  }

  async close() {
    this.asked.push("close");
    this.closeAsked.resolve();
    await this.closing;
  }
}

/** An update feed with one version, and a record of its requests. */
class FakeUpdater implements UpdateSource {
  autoDownload = true;
  autoInstallOnAppQuit = true;
  allowDowngrade = true;
  logger: unknown = null;
  readonly asked: string[] = [];
  newest: { version: string; releaseNotes?: string } | null = null;
  failure: Error | null = null;

  async checkForUpdates() {
    this.asked.push("check");
    if (this.failure) throw this.failure;
    return { isUpdateAvailable: this.newest !== null, updateInfo: this.newest ?? { version: "1.2.3" } };
  }

  async downloadUpdate() {
    this.asked.push("download");
  }

  quitAndInstall = () => void this.asked.push("install");
}

interface ShellOptions {
  platform?: NodeJS.Platform;
  isPackaged?: boolean;
  env?: Record<string, string>;
  argv?: string[];
}

/** The whole shell with a fake Electron, a fake service and its own folder. */
export function shellUnderTest(options: ShellOptions = {}) {
  const { platform = "linux", isPackaged = false, env = {}, argv = [] } = options;
  const folder = mkdtempSync(join(tmpdir(), "signalbox-shell-"));
  mkdirSync(join(folder, "userData"));
  const fake = new FakeElectron(folder, { isPackaged });
  const service = new FakeService();
  const updater = new FakeUpdater();
  const signals = new Map<string, () => void>();
  const started: ServiceOptions[] = [];
  const shell = {
    fake,
    service,
    updater,
    folder,
    started,
    /** A request from the board's page to the shell. */
    ask: (channel: string, given?: unknown) => fake.ipc.say(channel, given, { url: `${boardUrl}/` }),
    signal: (name: string) => signals.get(name)?.(),
    startService: async (_options: ServiceOptions): Promise<Service> => service,
    run: () => runShell(host),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
  const host: Host = {
    electron: fake.asModule(),
    process: {
      env,
      platform,
      argv: ["/opt/signalbox/signalbox", ...argv],
      execPath: "/opt/signalbox/signalbox",
      resourcesPath: join(folder, "resources"),
      on: (name, listener) => signals.set(name, listener),
    },
    importUpdater: async () => updater,
    importService: async () => ({
      startService: (options) => {
        fake.calls.push("service.start");
        started.push(options);
        return shell.startService(options);
      },
    }),
  };
  return shell;
}
