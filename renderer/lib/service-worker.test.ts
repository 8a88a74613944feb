import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";

const source = readFileSync(join(import.meta.dirname, "../public/sw.js"), "utf8");

type Handler = (event: Record<string, unknown>) => void;

/** Runs the service worker in a fake browser, and records what it sends and subscribes to. */
function startWorker({ refusals = 0 } = {}) {
  const handlers = new Map<string, Handler>();
  const sent: { url: string; body: unknown }[] = [];
  const subscribed: unknown[] = [];
  const registration = {
    pushManager: {
      subscribe: (options: unknown) => {
        subscribed.push(options);
        return Promise.resolve(subscription("https://push.example/again"));
      },
    },
  };
  runInNewContext(source, {
    self: {
      addEventListener: (type: string, handler: Handler) => handlers.set(type, handler),
      location: { origin: "http://board.test" },
      registration,
    },
    importScripts: (script: string) => expect(script).toBe("/page-signer.js"),
    signalboxSigner: {
      headers: async (...signed: string[]) => ({ signed: signed.join(" ") }),
      renew: ({ status }: { status: number }) => status === 401,
    },
    fetch: async (url: string, { body, headers }: { body: string; headers: Record<string, string> }) => {
      expect(headers["signed"]).toBe(`POST ${url} ${body}`);
      sent.push({ url, body: JSON.parse(body) });
      return { status: sent.length <= refusals ? 401 : 200 };
    },
  });
  const change = async (event: Record<string, unknown>): Promise<void> => {
    let done: unknown;
    handlers.get("pushsubscriptionchange")?.({ ...event, waitUntil: (promise: unknown) => (done = promise) });
    await done;
  };
  return { sent, subscribed, change };
}

const subscription = (endpoint: string) => ({
  options: { userVisibleOnly: true },
  toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh: "p", auth: "a" } }),
});

const told = (endpoint: string) => ({
  url: "/ui/v1/push_delivery/browsers",
  body: { endpoint, keys: { p256dh: "p", auth: "a" } },
});

describe("the service worker, when the push service replaces its subscription", () => {
  it("sends the new one to the service", async () => {
    const { sent, change, subscribed } = startWorker();
    await change({ newSubscription: subscription("https://push.example/new") });
    expect([sent, subscribed]).toEqual([[told("https://push.example/new")], []]);
  });

  it("signs it once more for a service that has restarted", async () => {
    const { sent, change } = startWorker({ refusals: 1 });
    await change({ newSubscription: subscription("https://push.example/new") });
    expect(sent).toEqual([told("https://push.example/new"), told("https://push.example/new")]);
  });

  it("subscribes again with the same options if it is given none", async () => {
    const { sent, change, subscribed } = startWorker();
    await change({ oldSubscription: subscription("https://push.example/old"), newSubscription: null });
    expect(sent).toEqual([told("https://push.example/again")]);
    expect(subscribed).toEqual([{ userVisibleOnly: true }]);
  });

  it("does nothing if there was none", async () => {
    const { sent, change } = startWorker();
    await change({ oldSubscription: null, newSubscription: null });
    expect(sent).toEqual([]);
  });
});
