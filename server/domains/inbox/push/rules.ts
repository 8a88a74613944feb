import type { Announcement } from "../notifications/model.ts";
import { pushRefusal } from "./errors.ts";

/** A notification that is older than this is not delivered any more. */
export const deliverWithinMs = 4 * 60 * 60_000;

/** The token in the form it is stored in; throws if it is invalid. */
export function readToken(token: string | null | undefined): string {
  if (token === null || token === undefined || token === "")
    throw pushRefusal("parameter_missing", { name: "token" });
  if (!/^[0-9a-f]{64,200}$/i.test(token)) throw pushRefusal("bad_token");
  return token.toLowerCase();
}

export function readEnvironment(environment: string | null | undefined): "sandbox" | "production" {
  if (environment === null || environment === undefined || environment === "")
    throw pushRefusal("parameter_missing", { name: "environment" });
  if (environment !== "sandbox" && environment !== "production") throw pushRefusal("bad_environment");
  return environment;
}

const bytesOf = (base64url: string): number =>
  /^[\w-]+=*$/.test(base64url) ? Math.floor((base64url.replace(/=+$/, "").length * 3) / 4) : 0;

/** RFC 8291: an uncompressed P-256 point and sixteen bytes. */
export function checkKeys({ p256dh, auth }: { p256dh: string; auth: string }): void {
  if (bytesOf(p256dh) !== 65 || bytesOf(auth) !== 16) throw pushRefusal("bad_keys");
}

/** `reconnect`: try at once with a new token; `later`: try the same again; `refused`: trying again would not help. */
export type ApnsVerdict = "sent" | "gone" | "reconnect" | "later" | "refused";

const deadTokens: ReadonlySet<string> = new Set(["BadDeviceToken", "DeviceTokenNotForTopic"]);

export function apnsVerdictOf(status: number, reason: string): ApnsVerdict {
  if (status === 200) return "sent";
  if (status === 410 || (status === 400 && deadTokens.has(reason))) return "gone";
  if (status === 403 && reason === "ExpiredProviderToken") return "reconnect";
  return status === 429 || status >= 500 ? "later" : "refused";
}

export function webPushVerdictOf(status: number): Exclude<ApnsVerdict, "reconnect"> {
  if (status >= 200 && status < 300) return "sent";
  if (status === 404 || status === 410) return "gone";
  return status === 429 || status >= 500 ? "later" : "refused";
}

/** Apple's limit, and the 4 KB of web push services minus what encryption adds. */
const maxBytes = { phone: 4_096, browser: 3_000 };

const sizeOf = (text: string): number => new TextEncoder().encode(text).byteLength;

/** Four fifths of the text, in whole characters; an empty text if it is short already. */
function shortened(text: string): string {
  const characters = [...text];
  return characters.length < 8
    ? ""
    : `${characters.slice(0, Math.floor(characters.length * 0.8) - 1).join("")}…`;
}

/** The JSON of `shape(announcement)`, with the body and then the title shortened until it fits. */
function fitWithin(announcement: Announcement, limit: number, shape: (cut: Announcement) => object): string {
  let cut = announcement;
  for (;;) {
    const text = JSON.stringify(shape(cut));
    if (sizeOf(text) <= limit || cut.title === "") return text;
    cut = cut.body === "" ? { ...cut, title: shortened(cut.title) } : { ...cut, body: shortened(cut.body) };
  }
}

/** What Apple delivers to the phone; a tap opens the path of the board. */
export const phonePayload = (announcement: Announcement, badge: number): string =>
  fitWithin(announcement, maxBytes.phone, ({ title, body, url, tag }) => ({
    aps: { alert: { title, body }, badge, sound: "default", "thread-id": url },
    url,
    tag,
  }));

/** What the board's service worker reads. */
export const browserPayload = (announcement: Announcement): string =>
  fitWithin(announcement, maxBytes.browser, (cut) => cut);

export interface ApnsSettings {
  /** The key as PEM, or the file it is in. */
  key: string | null;
  keyId: string | null;
  teamId: string | null;
  /** The app's bundle id. */
  topic: string | null;
  /** Used instead of Apple's two addresses. */
  url: string | null;
  /** A file with the certificate that vouches for `url`. */
  ca: string | null;
}

export interface ApnsConfig {
  key: string;
  keyId: string;
  teamId: string;
  topic: string;
}

/** The complete configuration, or the names of the settings that are missing. */
export function apnsConfig({ key, keyId, teamId, topic }: ApnsSettings): ApnsConfig | { missing: string[] } {
  if (key !== null && keyId !== null && teamId !== null && topic !== null)
    return { key, keyId, teamId, topic };
  const names: Record<string, string | null> = {
    SERVICE_APNS_KEY: key,
    SERVICE_APNS_KEY_ID: keyId,
    SERVICE_APNS_TEAM_ID: teamId,
    SERVICE_APNS_TOPIC: topic,
  };
  return { missing: Object.keys(names).filter((name) => names[name] === null) };
}

const appleHosts = {
  production: "https://api.push.apple.com",
  sandbox: "https://api.sandbox.push.apple.com",
};

export const apnsOrigin = (environment: "sandbox" | "production", url: string | null): string =>
  url ?? appleHosts[environment];
