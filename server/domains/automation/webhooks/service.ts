import type { Database } from "../../../db/open.ts";
import type { JobQueue } from "../../../jobs/queue.ts";
import type { Clock } from "../../../lib/clock.ts";
import { digestOf } from "../../../lib/digest.ts";
import type { Logger } from "../../../lib/logger.ts";
import { webhookRefusal } from "./errors.ts";
import { actOnDeliveryJob } from "./jobs.ts";
import type { WebhookHost } from "./model.ts";
import { gitHubReceiver, type Receiver, slackReceiver } from "./receivers.ts";
import type { SignedRequest } from "./signature.ts";
import { type DeliveryStore, deliveryStore, type NewDelivery } from "./store.ts";

/** A delivery as its host sent it; nothing in it is known to be of any shape. */
export interface Delivery {
  event: string;
  body: unknown;
}

export interface WebhookDeps {
  database: Database;
  clock: Clock;
  jobs: Pick<JobQueue, "add">;
  log: Pick<Logger, "warn">;
  /** The secret of each host that may deliver; null for one that may not. */
  secrets: Readonly<Record<WebhookHost, string | null>>;
  /**
   * Acts on what a host delivered. It may be called twice for one delivery, and it may be late: what it starts is claimed in
   * the transaction that starts it, under the key that the poller of the same host uses.
   */
  consumers: Readonly<Record<WebhookHost, (delivery: Delivery) => void | Promise<void>>>;
}

export interface WebhookService {
  /** Throws 404 while the host may not deliver. */
  admit(host: WebhookHost): void;
  /** Resolves once the delivery is stored; null if the signature is not the host's. */
  receive(host: WebhookHost, request: Omit<SignedRequest, "now">): Promise<{ challenge?: string } | null>;
  /** Job. */
  act(id: number): Promise<void>;
  /** Job. */
  sweep(): void;
}

/** Longer than an event may be late to fire (14 days), so that a delivery that is sent again later does nothing either. */
export const deliveriesKeptMs = 15 * 24 * 3_600_000;

const receivers: Readonly<Record<WebhookHost, Receiver>> = { chat: slackReceiver, code_host: gitHubReceiver };

/** Takes what hosts deliver: each delivery is checked, stored once, and acted on by a job. */
export function webhookService(deps: WebhookDeps): WebhookService {
  const { clock, log, secrets, consumers } = deps;
  const store = deliveryStore(deps.database);
  const storeSoon = deliveryIntake(deps, store);

  return {
    admit(host) {
      if (secrets[host] === null) throw webhookRefusal("off");
    },

    async receive(host, { header, raw }) {
      const secret = secrets[host];
      if (secret === null) throw webhookRefusal("off");
      const now = clock.now();
      const receiver = receivers[host];
      if (!receiver.isSigned({ header, raw, now }, secret)) return null;
      const reading = receiver.read({ header, raw });
      if (reading.kind === "challenge") return { challenge: reading.challenge };
      if (reading.kind === "delivery") {
        const { id: deliveryId, event } = reading;
        const body = new TextDecoder().decode(raw);
        await storeSoon({ host, deliveryId, event, body, bodyHash: digestOf(body), receivedAt: now });
      }
      return {};
    },

    async act(id) {
      const delivery = store.find(id);
      if (!delivery || delivery.isDone) return;
      const { host, deliveryId, event, body } = delivery;
      if (body === undefined) log.warn({ host, delivery: deliveryId }, "a delivery is not JSON");
      else await consumers[host]({ event, body });
      store.clear(id);
    },

    sweep: () => store.removeOlderThan(clock.now() - deliveriesKeptMs),
  };
}

interface Waiting {
  delivery: NewDelivery;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Stores what comes in at the same time in one transaction: a burst waits for a few commits instead of one for each
 * delivery.
 */
function deliveryIntake({ database, jobs }: Pick<WebhookDeps, "database" | "jobs">, store: DeliveryStore) {
  let waiting: Waiting[] = [];

  function storeAll(): void {
    const batch = waiting;
    waiting = [];
    try {
      database.transaction(() => {
        for (const { delivery } of batch) {
          const id = store.add(delivery);
          if (id !== null) jobs.add(actOnDeliveryJob, { id });
        }
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
      return;
    }
    for (const { resolve } of batch) resolve();
  }

  return (delivery: NewDelivery): Promise<void> =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(storeAll);
      waiting.push({ delivery, resolve, reject });
    });
}
