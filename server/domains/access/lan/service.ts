import type { RequestListener } from "node:http";
import { z } from "zod";
import { type Actor, actorName } from "../../../http/caller.ts";
import type { Clock } from "../../../lib/clock.ts";
import { instantOrNull } from "../../../lib/instant.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { SecretStore } from "../../../lib/secret-store/index.ts";
import type { AppSetting, AppSettings } from "../../owner/app-settings/index.ts";
import { type Certificate, certificateStore, fingerprintsOf } from "./certificate.ts";
import { type Listener, listenTls } from "./listener.ts";
import type { LanState } from "./model.ts";
import { lanSettingKey } from "./restore-part.ts";
import { asHost, type Interface, namesOf, reachableAddresses } from "./rules.ts";

const choice: AppSetting<{ open: boolean }> = { key: lanSettingKey, schema: z.object({ open: z.boolean() }) };

export type LanService = ReturnType<typeof lanService>;

export interface LanDeps {
  settings: AppSettings;
  secrets: Pick<SecretStore, "read" | "write">;
  clock: Clock;
  log: Logger;
  /** The machine's current name and addresses. */
  machine: { hostName(): string; interfaces(): Readonly<Record<string, readonly Interface[] | undefined>> };
  /** The address to listen on; null for all. */
  host: string | null;
  port: number;
}

/** A second listener, over TLS, for devices on the local network. Closed by default. */
export function lanService(deps: LanDeps) {
  const { settings, log } = deps;
  const machine = machineNames(deps);
  const endpoint = tlsEndpoint(deps, machine);
  let app: RequestListener | undefined;
  let last: Promise<void> = Promise.resolve();

  const isOpen = (): boolean => settings.read(choice)?.open ?? false;

  /** Starts, updates or stops the listener to match the setting and the machine's names, one change at a time. */
  function refresh(): Promise<void> {
    last = last.then(() => (app && isOpen() ? endpoint.start(app) : endpoint.stop()));
    return last;
  }

  function state(): LanState {
    const { running, problem } = endpoint.now();
    const port = running?.listener.port;
    return {
      open: isOpen(),
      listening: port !== undefined,
      problem,
      origins: port === undefined ? [] : machine.addresses().map((one) => `https://${asHost(one)}:${port}`),
      fingerprints: running ? fingerprintsOf(running.certificate) : null,
      certificate_expires_at: instantOrNull(running?.certificate.expiresAt ?? null),
    };
  }

  return {
    state,
    refresh,
    /** The names and addresses that requests from the network may have in their Host header. */
    hostNames: (): string[] => machine.names().map(asHost),

    async setOpen(open: boolean, by: Actor): Promise<LanState> {
      settings.write(choice, { open });
      log.warn(
        `[lan] ${actorName(by)} ${open ? "opened the service to" : "closed the service to"} the network`,
      );
      await refresh();
      return state();
    },

    /** Allows the listener to start; `handler` answers its requests. */
    begin(handler: RequestListener): Promise<void> {
      app = handler;
      return refresh();
    },

    close(): Promise<void> {
      app = undefined;
      return refresh();
    },
  };
}

function machineNames({ machine, host }: Pick<LanDeps, "machine" | "host">) {
  const addresses = (): string[] => (host === null ? reachableAddresses(machine.interfaces()) : [host]);
  return { addresses, names: (): string[] => namesOf(machine.hostName(), addresses()) };
}

interface Running {
  listener: Listener;
  certificate: Certificate;
}

/** The TLS listener, or why it is not running. */
function tlsEndpoint(deps: LanDeps, machine: ReturnType<typeof machineNames>) {
  const { log, host, port } = deps;
  const certificate = certificateStore(deps);
  let running: Running | undefined;
  let problem: string | null = null;

  async function listen(app: RequestListener): Promise<Running | string> {
    if (machine.addresses().length === 0)
      return "This machine is not on a network that other devices can reach.";
    const made = await certificate.for(machine.names());
    const listener = await listenTls({ app, certificate: made, host, port, log });
    if (listener === null)
      return `Port ${port} and the ones after it are in use. Set SERVICE_LAN_PORT to another port.`;
    log.warn(`[lan] devices on the local network can reach the service on port ${listener.port}`);
    return { listener, certificate: made };
  }

  /** Replaces the certificate if it expires soon or the machine has new names. */
  async function renewCertificate(current: Running): Promise<void> {
    const next = await certificate.for(machine.names());
    if (next.cert === current.certificate.cert) return;
    current.listener.setCertificate(next);
    running = { ...current, certificate: next };
  }

  return {
    now: () => ({ running, problem }),

    /** Starts listening unless it already is. A failure is stored in `problem`, and the next call tries again. */
    async start(app: RequestListener): Promise<void> {
      try {
        if (running) return await renewCertificate(running);
        const result = await listen(app);
        if (typeof result !== "string") running = result;
        problem = typeof result === "string" ? result : null;
      } catch (error) {
        log.error({ err: error }, "[lan] could not listen");
        problem = `The service could not listen on the network: ${error instanceof Error ? error.message : "unknown error"}`;
      }
    },

    /** Stops listening and closes open connections. */
    stop(): void {
      running?.listener.close();
      running = undefined;
      problem = null;
    },
  };
}
