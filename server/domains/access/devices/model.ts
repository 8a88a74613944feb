import { z } from "zod";
import { operation } from "../../../http/model.ts";
import { confirmed } from "../../owner/confirmations/model.ts";
import { fingerprints } from "../lan/model.ts";
import { privilege } from "../oauth/model.ts";

export const deviceNameLimit = 60;

export const device = z.object({
  id: z.number().int(),
  /** The connection it is signed in through; revoking it signs the device out. */
  grant_id: z.number().int(),
  name: z.string(),
  /** Such as "Chrome on Android", as detected at pairing. */
  browser: z.string(),
  privilege,
  /** The person it acts as or relays for. */
  user_email: z.string(),
  /** Whether this device made the request. */
  current: z.boolean(),
  created_at: z.string(),
  last_used_at: z.string(),
});
export type Device = z.infer<typeof device>;

export const pairing = z.object({
  id: z.number().int(),
  privilege,
  state: z.enum(["open", "used", "expired"]),
  expires_at: z.string(),
});
export type Pairing = z.infer<typeof pairing>;

const pairingLink = z.object({
  /** Such as https://192.168.1.20:3443 */
  origin: z.string(),
  /** The pairing page with the code in the fragment, which browsers never send to a server. */
  url: z.string(),
  /** The URL as a QR code, in a data: URL. */
  image: z.string(),
});
export type PairingLink = z.infer<typeof pairingLink>;

const ref = z.object({ id: z.string().regex(/^\d{1,15}$/) });
const message = z.object({ message: z.string() });

export const deviceOperations = {
  listDevices: operation({
    id: "listDevices",
    method: "get",
    path: "/devices",
    summary: "List the devices signed in to the board, most recently used first",
    callers: ["board"],
    response: z.object({ devices: z.array(device) }),
  }),
  renameDevice: operation({
    id: "renameDevice",
    method: "patch",
    path: "/devices/{id}",
    summary: "Rename a device",
    callers: ["board"],
    params: ref,
    body: z.object({ name: z.string().trim().min(1, "A device needs a name").max(deviceNameLimit) }),
    response: z.object({ device }),
    errors: [404],
  }),
  revokeDevice: operation({
    id: "revokeDevice",
    method: "delete",
    path: "/devices/{id}",
    summary: "Sign a device out, effective with its next request",
    callers: ["board"],
    params: ref,
    response: message,
    errors: [404],
  }),
  revokeDevices: operation({
    id: "revokeDevices",
    method: "delete",
    path: "/devices",
    summary: "Sign out every device",
    callers: ["board"],
    response: message,
  }),
  createPairing: confirmed(
    operation({
      id: "createPairing",
      method: "post",
      path: "/device_pairings",
      summary: "Create a code that pairs one device within five minutes; the code is shown only once",
      callers: ["board"],
      body: z.object({ privilege: privilege.default("act_as_human") }),
      status: 201,
      secretAnswer: true,
      response: z.object({
        pairing,
        /** Eight letters. */
        code: z.string(),
        places: z.array(pairingLink),
        fingerprints,
      }),
      errors: [409],
    }),
    "pair_device",
    ({ body }) => ({ privilege: body.privilege }),
  ),
  getPairing: operation({
    id: "getPairing",
    method: "get",
    path: "/device_pairings/{id}",
    summary: "Get a pairing, to see whether its code was used",
    callers: ["board"],
    params: ref,
    response: z.object({ pairing }),
    errors: [404],
  }),
  cancelPairing: operation({
    id: "cancelPairing",
    method: "delete",
    path: "/device_pairings/{id}",
    summary: "Cancel a pairing code that has not been used",
    callers: ["board"],
    params: ref,
    response: z.object({ pairing }),
    errors: [404],
  }),
} as const;
