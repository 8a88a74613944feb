import { isIP } from "node:net";
import { isPublicAddress } from "../../../lib/safe-fetch/addresses.ts";

/** Names that no public resolver knows (RFC 6761, 6762, 8375, and the reserved `internal`). */
const privateNames = /(?:^|\.)(?:localhost|local|internal|test|invalid|home\.arpa)\.?$/;

/** Whether a push service of the public internet can be at this address; what its name leads to is judged when it is asked. */
export function isPublicEndpoint(endpoint: string): boolean {
  const url = URL.parse(endpoint);
  if (url?.protocol !== "https:" || url.username !== "" || url.password !== "") return false;
  const name = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(name) !== 0) return isPublicAddress(name);
  return name.includes(".") && !privateNames.test(name);
}
