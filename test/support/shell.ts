import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runShell } from "../../main/boot/index.ts";
import type { Host } from "../../main/host.ts";
import type { Service, ServiceOptions, ServiceStatus } from "../../server/index.ts";
import { FakeElectron } from "./fake-electron.ts";

export const idle: ServiceStatus = { running: 0, waiting: 0, needsInput: 0, failed: 0, needingInput: [] };
export const boardUrl = "http://127.0.0.1:4321";

/** A service that only keeps what the shell asks of it; the edge the shell's tests stop at. */
class FakeService implements Service {
  readonly url = boardUrl;
  readonly dataFolder = "";
  readonly asked: string[] = [];
  readonly #listeners = new Set<(status: ServiceStatus) => void>();
  #status = idle;
  /** Awaited by close(), so that a test can hold it open. */
  closing: Promise<unknown> = Promise.resolve();
  readonly closeAsked = Promise.withResolvers<void>();

  status = () => this.#status;
  onStatus(listener: (status: ServiceStatus) => void) {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  change(status: Partial<ServiceStatus>) {
    this.#status = { ...this.#status, ...status };
    for (const listener of this.#listeners) listener(this.#status);
  }

  listenerCount = () => this.#listeners.size;

  async pauseAll() {
    this.asked.push("pauseAll");
    return 0;
  }

  async close() {
    this.asked.push("close");
    this.closeAsked.resolve();
    await this.closing;
  }
}

/** The whole shell on a fake Electron, a fake service and a folder of its own. */
export function shellUnderTest({ platform = "linux" as NodeJS.Platform, isPackaged = false, env = {} } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-shell-"));
  mkdirSync(join(folder, "userData"));
  const fake = new FakeElectron(folder, { isPackaged });
  const service = new FakeService();
  const signals = new Map<string, () => void>();
  const started: ServiceOptions[] = [];
  const shell = {
    fake,
    service,
    folder,
    started,
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
      resourcesPath: join(folder, "resources"),
      on: (name, listener) => signals.set(name, listener),
    },
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
