import type { RequestListener } from "node:http";
import { z } from "zod";
import { type Actor, actorName } from "../../../http/caller.ts";
import type { Clock } from "../../../lib/clock.ts";
import { instantOrNull } from "../../../lib/instant.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { SecretStore } from "../../../lib/secret-store/index.ts";
import type { AppSetting, AppSettings } from "../../installation/app-settings/index.ts";
import { type Certificate, certificates, fingerprintsOf } from "./certificate.ts";
import { type Listener, listenTls } from "./listener.ts";
import type { LanState } from "./model.ts";
import { asHost, type Interface, namesOf, reachableAddresses } from "./rules.ts";

const choice: AppSetting<{ open: boolean }> = { key: "lan", schema: z.object({ open: z.boolean() }) };

export type LanService = ReturnType<typeof lanService>;

export interface LanDeps {
  settings: AppSettings;
  secrets: Pick<SecretStore, "read" | "write">;
  clock: Clock;
  log: Logger;
  /** What the machine is called, and its addresses, as they are right now. */
  machine: { hostName(): string; interfaces(): Readonly<Record<string, readonly Interface[] | undefined>> };
  /** The one address to listen on; null = all. */
  host: string | null;
  port: number;
}

/** A second listener, over TLS, for the devices of the local network. Closed until the owner opens it. */
export function lanService(deps: LanDeps) {
  const { settings, log } = deps;
  const place = placeOf(deps);
  const line = lineOf(deps, place);
  let app: RequestListener | undefined;
  let last: Promise<void> = Promise.resolve();

  const isOpen = (): boolean => settings.read(choice)?.open ?? false;

  /** Brings what runs to what is chosen and to what the machine is called now, one change after the other. */
  function refresh(): Promise<void> {
    last = last.then(() => (app && isOpen() ? line.hold(app) : line.drop()));
    return last;
  }

  function state(): LanState {
    const { running, problem } = line.now();
    const port = running?.listener.port;
    return {
      open: isOpen(),
      listening: port !== undefined,
      problem,
      origins: port === undefined ? [] : place.addresses().map((one) => `https://${asHost(one)}:${port}`),
      fingerprints: running ? fingerprintsOf(running.certificate) : null,
      certificate_expires_at: instantOrNull(running?.certificate.expiresAt ?? null),
    };
  }

  return {
    state,
    refresh,
    /** The names and addresses a request from the network may ask for, as they stand in a Host header. */
    hostNames: (): string[] => place.names().map(asHost),

    async setOpen(open: boolean, by: Actor): Promise<LanState> {
      settings.write(choice, { open });
      log.warn(
        `[lan] ${actorName(by)} ${open ? "opened the service to" : "closed the service to"} the network`,
      );
      await refresh();
      return state();
    },

    /** From here on it may listen; what `handler` answers is the whole service. */
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

function placeOf({ machine, host }: Pick<LanDeps, "machine" | "host">) {
  const addresses = (): string[] => (host === null ? reachableAddresses(machine.interfaces()) : [host]);
  return { addresses, names: (): string[] => namesOf(machine.hostName(), addresses()) };
}

interface Running {
  listener: Listener;
  certificate: Certificate;
}

/** What listens, or why nothing does. */
function lineOf(deps: LanDeps, place: ReturnType<typeof placeOf>) {
  const { log, host, port } = deps;
  const certificate = certificates(deps);
  let running: Running | undefined;
  let problem: string | null = null;

  async function listen(app: RequestListener): Promise<Running | string> {
    if (place.addresses().length === 0)
      return "This machine is in no network: it has no address that another device could reach.";
    const made = await certificate.for(place.names());
    const listener = await listenTls({ app, certificate: made, host, port, log });
    if (listener === null)
      return `Port ${port} and those after it are taken. Set SERVICE_LAN_PORT to another one.`;
    log.warn(`[lan] devices of the local network reach the service on port ${listener.port}`);
    return { listener, certificate: made };
  }

  /** The machine has other names by now, or the certificate runs out. */
  async function keepCertificate(held: Running): Promise<void> {
    const due = await certificate.for(place.names());
    if (due.cert === held.certificate.cert) return;
    held.listener.show(due);
    running = { ...held, certificate: due };
  }

  return {
    now: () => ({ running, problem }),

    /** Listens, if nothing does yet. A failure stands in `problem`, and the next call tries again. */
    async hold(app: RequestListener): Promise<void> {
      try {
        if (running) return await keepCertificate(running);
        const result = await listen(app);
        if (typeof result !== "string") running = result;
        problem = typeof result === "string" ? result : null;
      } catch (error) {
        log.error({ err: error }, "[lan] not opened");
        problem = `The network could not be opened: ${error instanceof Error ? error.message : "unknown error"}`;
      }
    },

    /** Ends what is connected with it. */
    drop(): void {
      running?.listener.close();
      running = undefined;
      problem = null;
    },
  };
}
