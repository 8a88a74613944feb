import { runInNewContext } from "node:vm";
import type { Request } from "express";
import { expect, it } from "vitest";
import { pageKeyService } from "./index.ts";
import { bindPath, pageKeyStorage, startHeader, startPath } from "./model.ts";
import { signerScript } from "./signer-script.ts";

const host = "127.0.0.1:3000";

interface Signer {
  keyId(): string | null;
  bind(secret: string): Promise<Response>;
  headers(method: string, target: string, body?: string): Promise<Record<string, string>>;
  renew(response: Response): boolean;
  doubt(): void;
  forget(): Promise<void>;
}

/** What a browser keeps for one origin. */
function storageOfOrigin() {
  const [texts, keys] = [new Map<string, string>(), new Map<string, unknown>()];
  const done = (on: object, name: string) => queueMicrotask(() => Reflect.get(on, name)?.());
  const stored = (result: unknown) => ({ result });
  const store = {
    get: (name: string) => stored(keys.get(name)),
    put: (value: unknown, name: string) => stored(keys.set(name, value)),
    delete: (name: string) => stored(keys.delete(name)),
  };
  const transaction = () => {
    const one = { objectStore: () => store, oncomplete: null };
    done(one, "oncomplete");
    return one;
  };
  const open = () => {
    const opening = { result: { transaction, close: () => {} }, onsuccess: null };
    done(opening, "onsuccess");
    return opening;
  };
  const localStorage = {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => void texts.set(name, text),
    removeItem: (name: string) => void texts.delete(name),
  };
  return { localStorage, indexedDB: { open }, keys, texts };
}

/** A start of the service, and what it bound. */
function startService() {
  const pageKeys = pageKeyService({ clock: { now: Date.now } });
  const bound = { holder: "browser 1", publicKey: "", keyPlace: "" };
  const arrive = (method: string, target: string, headers: Record<string, string>): Request =>
    ({
      method,
      originalUrl: target,
      headers: { host, ...headers },
      socket: { localPort: 3_000 },
    }) as unknown as Request;
  const fetch = async (target: string, { body = "" }: { body?: string } = {}): Promise<Response> => {
    if (target === startPath) return Response.json({ start: pageKeys.issueNonce() });
    expect(target).toBe(bindPath);
    const { token, public_key: publicKey, proof } = JSON.parse(body) as Record<string, string>;
    pageKeys.bind(arrive("POST", target, {}), {
      publicKey: publicKey ?? "",
      proof: proof ?? "",
      secret: token ?? "",
    });
    return Response.json({});
  };
  return {
    fetch,
    pageKeys,
    secret: () => pageKeys.awaitKey((key) => void Object.assign(bound, key)),
    takes: (method: string, target: string, headers: Record<string, string>) =>
      pageKeys.isFromPage(arrive(method, target, headers), bound),
  };
}

function openPage(
  storage: ReturnType<typeof storageOfOrigin>,
  fetch: ReturnType<typeof startService>["fetch"],
  more: object = {},
): Signer {
  const { localStorage, indexedDB } = storage;
  const page = { localStorage, indexedDB, fetch, crypto, TextEncoder, btoa, location: { host }, ...more };
  runInNewContext(signerScript, page);
  return Reflect.get(page, "signalboxSigner") as Signer;
}

it("signs with a key that is bound at the sign-in, and which the next page finds", async () => {
  const [storage, service] = [storageOfOrigin(), startService()];
  const page = openPage(storage, service.fetch);
  expect(await page.headers("GET", "/ui/v1/counts")).toEqual({});
  expect((await page.bind(service.secret())).status).toBe(200);
  expect(service.takes("GET", "/ui/v1/counts", await page.headers("GET", "/ui/v1/counts"))).toBe(true);
  const next = openPage(storage, service.fetch);
  expect(service.takes("PUT", "/ui/v1/lan", await next.headers("PUT", "/ui/v1/lan", "{}"))).toBe(true);
  const [kept] = storage.keys.values();
  expect(kept).toMatchObject({ extractable: false, type: "private" });
});

it("signs again for a service that has restarted, whether it is told or lost the connection", async () => {
  const [storage, service] = [storageOfOrigin(), startService()];
  const page = openPage(storage, (...sent) => service.fetch(...sent));
  await page.bind(service.secret());
  const answer = (start: string | null) =>
    new Response("", { status: 401, headers: start === null ? {} : { [startHeader]: start } });
  expect(page.renew(answer(null))).toBe(false);
  const own = service.pageKeys.issueNonce();
  expect(page.renew(answer(own))).toBe(true);
  const headers = await page.headers("GET", "/ui/v1/counts");
  expect(JSON.stringify(headers)).toContain(own);
  page.doubt();
  expect(JSON.stringify(await page.headers("GET", "/ui/v1/counts"))).not.toContain(own);
});

it("goes on with the key of another tab that signed in again, and forgets only its own", async () => {
  const [storage, service] = [storageOfOrigin(), startService()];
  const [one, other] = [openPage(storage, service.fetch), openPage(storage, service.fetch)];
  await one.bind(service.secret());
  await other.bind(service.secret());
  expect(service.takes("GET", "/", await one.headers("GET", "/"))).toBe(true);
  const before = openPage(storage, service.fetch);
  await before.headers("GET", "/");
  await other.bind(service.secret());
  await before.forget();
  expect([storage.keys.size, storage.texts.has(pageKeyStorage)]).toEqual([1, true]);
  await other.forget();
  expect([storage.keys.size, storage.texts.has(pageKeyStorage)]).toEqual([0, false]);
  expect(await other.headers("GET", "/")).toEqual({});
});

it("has its key bound first in the window of the desktop app, once for each start of it", async () => {
  const [storage, service] = [storageOfOrigin(), startService()];
  const signIn = { id: "app-1", token: service.secret() };
  const page = openPage(storage, service.fetch, { signalbox: { signIn } });
  expect(service.takes("GET", "/", await page.headers("GET", "/"))).toBe(true);
  expect(page.keyId()).toBe("app-1");
  const reloaded = openPage(storage, service.fetch, {
    signalbox: { signIn: { ...signIn, token: "unused" } },
  });
  expect(service.takes("GET", "/", await reloaded.headers("GET", "/"))).toBe(true);
});
