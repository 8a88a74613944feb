import { isIP } from "node:net";
import { isPublicAddress } from "../../../lib/fetch/addresses.ts";

/** Names that do not exist in public DNS (RFC 6761, 6762, 8375, and the reserved `internal`). */
const privateNames = /(?:^|\.)(?:localhost|local|internal|test|invalid|home\.arpa)\.?$/;

/** Whether the address can be a push service on the public internet; what its name resolves to is checked on each request. */
export function isPublicEndpoint(endpoint: string): boolean {
  const url = URL.parse(endpoint);
  if (url?.protocol !== "https:" || url.username !== "" || url.password !== "") return false;
  const name = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(name) !== 0) return isPublicAddress(name);
  return name.includes(".") && !privateNames.test(name);
}
