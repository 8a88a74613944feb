import {
  bindPath,
  pageKeyDatabase,
  pageKeyStorage,
  signatureHeader,
  startHeader,
  startPath,
} from "./model.ts";

const json = JSON.stringify;

/**
 * Signs the requests of a page of the board's origin. The same script is inline in the board's page and in those around it, so
 * that the first requests need not wait for other code; renderer/lib/page-signer.ts says what it offers.
 */
export const signerScript = String.raw`globalThis.signalboxSigner = (() => {
  const shell = globalThis.signalbox?.signIn ?? null;
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  const bytes = (text) => new TextEncoder().encode(text);
  const base64 = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const digestOf = async (text) => base64(await crypto.subtle.digest("SHA-256", bytes(text)));
  const digestOfNothing = "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU";
  const signed = async (key, parts) =>
    base64(await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, key, bytes(parts.join("\n"))));
  const inStore = (mode, use) =>
    new Promise((resolve, reject) => {
      const opening = indexedDB.open(${json(pageKeyDatabase)}, 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore("keys");
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const database = opening.result;
        const transaction = database.transaction("keys", mode);
        const request = use(transaction.objectStore("keys"));
        transaction.oncomplete = () => {
          database.close();
          resolve(request.result);
        };
        transaction.onabort = () => {
          database.close();
          reject(transaction.error);
        };
      };
    });
  const keyId = () => {
    try {
      const id = JSON.parse(localStorage.getItem(${json(pageKeyStorage)}));
      return typeof id === "string" ? id : null;
    } catch {
      return null;
    }
  };

  /** Makes a key for this sign-in and sends it with what proves the sign-in. Keeps the key if the service took it. */
  async function bind(secret, path = ${json(bindPath)}, name = "token") {
    const pair = await crypto.subtle.generateKey(algorithm, false, ["sign", "verify"]);
    const publicKey = base64(await crypto.subtle.exportKey("spki", pair.publicKey));
    const proof = await signed(pair.privateKey, ["signalbox-key-1", location.host, secret]);
    const response = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ [name]: secret, public_key: publicKey, proof }),
    });
    if (!response.ok) return response;
    await inStore("readwrite", (keys) => keys.put(pair.privateKey, "key"));
    const id = shell?.id ?? (await digestOf(publicKey)).slice(0, 22);
    localStorage.setItem(${json(pageKeyStorage)}, JSON.stringify(id));
    loaded = { id, key: Promise.resolve(pair.privateKey) };
    return response;
  }

  let loaded;
  async function load() {
    if (shell !== null && shell.id !== keyId()) await bind(shell.token);
    // A worker has no localStorage.
    return "localStorage" in globalThis && keyId() === null ? null : ((await inStore("readonly", (keys) => keys.get("key"))) ?? null);
  }
  /** The key of the sign-in that this browser has now: another tab may have signed in again. */
  function key() {
    const id = keyId();
    if (loaded === undefined || (loaded.id !== id && "localStorage" in globalThis))
      loaded = { id, key: load().catch(() => null) };
    return loaded.key;
  }

  let start;
  let numbers = 0;
  /** The nonce to sign with; rejects while the service is away. */
  function nonce() {
    if (start === undefined) {
      const asked = fetch(${json(startPath)}, { cache: "no-store" }).then(async (response) => {
        if (!response.ok) throw new TypeError("The service gave no nonce");
        return (await response.json()).start;
      });
      asked.catch(() => {
        if (start === asked) start = undefined;
      });
      start = asked;
    }
    return start;
  }

  async function headers(method, target, body = "") {
    const privateKey = await key();
    if (privateKey === null) return {};
    const digest = body === "" ? digestOfNothing : await digestOf(body);
    const given = await nonce();
    const number = (numbers += 1);
    const parts = ["signalbox-request-1", method, location.host, target, digest, given, number];
    return { ${json(signatureHeader)}: [given, number, digest, await signed(privateKey, parts)].join(";") };
  }

  /** Whether a refused request may be sent once more, because the service has started since its nonce. */
  function renew(response) {
    const given = response.status === 401 ? response.headers.get(${json(startHeader)}) : null;
    if (given !== null) start = Promise.resolve(given);
    return given !== null;
  }

  async function ask(target) {
    const send = async () =>
      fetch(target, { credentials: "same-origin", headers: { accept: "application/json", ...(await headers("GET", target)) } });
    const response = await send();
    return renew(response) ? send() : response;
  }

  /** The connection was lost: the service may have restarted. */
  const doubt = () => {
    start = undefined;
  };

  /** The sign-in of this page has ended; whoever answers from now on finds no key here. That of a newer one stays. */
  async function forget() {
    if (loaded !== undefined && loaded.id !== keyId()) return;
    loaded = { id: null, key: Promise.resolve(null) };
    localStorage.removeItem(${json(pageKeyStorage)});
    await inStore("readwrite", (keys) => keys.delete("key")).catch(() => undefined);
  }

  if (shell !== null || keyId() !== null) {
    key();
    nonce().catch(() => undefined);
  }
  return { keyId, bind, headers, renew, ask, doubt, forget };
})();`;
