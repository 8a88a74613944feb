import { createHmac, timingSafeEqual } from "node:crypto";

/** A request as it came, before anything of its body is parsed. */
export interface SignedRequest {
  header(name: string): string | undefined;
  raw: Uint8Array;
  /** Epoch milliseconds. */
  now: number;
}

/** How far the time that a host signed may be from ours. */
const toleranceMs = 5 * 60_000;

/** `X-Hub-Signature-256: sha256=<hex>` over the body (GitHub). */
export const isSignedByGitHub = ({ header, raw }: SignedRequest, secret: string): boolean =>
  isSame(header("x-hub-signature-256"), `sha256=${digest(secret, raw)}`);

/** `X-Slack-Signature: v0=<hex>` over `v0:<X-Slack-Request-Timestamp>:<body>` (Slack). */
export function isSignedBySlack({ header, raw, now }: SignedRequest, secret: string): boolean {
  const timestamp = header("x-slack-request-timestamp") ?? "";
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp) * 1_000) > toleranceMs) return false;
  return isSame(header("x-slack-signature"), `v0=${digest(secret, `v0:${timestamp}:`, raw)}`);
}

function digest(secret: string, ...parts: readonly (string | Uint8Array)[]): string {
  const hmac = createHmac("sha256", secret);
  for (const part of parts) hmac.update(part);
  return hmac.digest("hex");
}

/** In constant time for texts of the expected length. */
function isSame(given: string | undefined, expected: string): boolean {
  const [one, other] = [Buffer.from(given ?? ""), Buffer.from(expected)];
  return one.byteLength === other.byteLength && timingSafeEqual(one, other);
}
