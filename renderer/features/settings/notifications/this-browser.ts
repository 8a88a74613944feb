import { fingerprintLength } from "../../../../server/domains/inbox/push/model.ts";
import { fetchPushKey, removeBrowser, subscribeBrowser } from "./api.ts";
import { text } from "./text.ts";

const worker = "/sw.js";

/** Push needs a secure page, and some browsers do not support it. */
export const canSubscribe = (): boolean => "serviceWorker" in navigator && "PushManager" in window;

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** The id of this browser in the service's list; null if it is not subscribed. */
export async function ownFingerprint(): Promise<string | null> {
  const subscription = canSubscribe() ? await currentSubscription() : null;
  if (subscription === null) return null;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(subscription.endpoint));
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0"));
  return hex.join("").slice(0, fingerprintLength);
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
    letter.charCodeAt(0),
  );

/** Asks the person, then the browser's push service. Throws a sentence if either refuses. */
export async function subscribeHere(): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") throw new Error(text.page.blocked);
  await navigator.serviceWorker.register(worker);
  const registration = await navigator.serviceWorker.ready;
  const applicationServerKey = bytesOf(await fetchPushKey());
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey,
  });
  await subscribeBrowser(subscription.toJSON());
}

/** `id` is this browser in the service's list. */
export async function unsubscribeHere(id: number): Promise<void> {
  await (await currentSubscription())?.unsubscribe();
  await removeBrowser(id);
}
