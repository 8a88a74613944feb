import { z } from "zod";
import { operation } from "../../../http/model.ts";
import { fingerprints } from "../lan/model.ts";
import { privilege } from "../oauth/model.ts";

export const deviceNameLimit = 60;

export const device = z.object({
  id: z.number().int(),
  /** The connection that it is signed in through; ending that signs the device out. */
  grant_id: z.number().int(),
  name: z.string(),
  /** Such as "Chrome on Android", as it said when it was paired. */
  browser: z.string(),
  privilege,
  /** Whom it acts as or relays for. */
  user_email: z.string(),
  /** The one that asks. */
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

const pairingPlace = z.object({
  /** Such as https://192.168.1.20:3443 */
  origin: z.string(),
  /** The pairing page with the code behind a #, which no browser sends to anybody. */
  url: z.string(),
  /** The same as a QR code: the address of an image. */
  image: z.string(),
});
export type PairingPlace = z.infer<typeof pairingPlace>;

const ref = z.object({ id: z.string().regex(/^\d{1,15}$/) });
const message = z.object({ message: z.string() });

export const deviceOperations = {
  listDevices: operation({
    id: "listDevices",
    method: "get",
    path: "/devices",
    summary: "Devices that are signed in to the board, the most recently used first",
    callers: ["board"],
    response: z.object({ devices: z.array(device) }),
  }),
  renameDevice: operation({
    id: "renameDevice",
    method: "patch",
    path: "/devices/{id}",
    summary: "Call a device something else",
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
    summary: "Sign a device out, from its next request on",
    callers: ["board"],
    params: ref,
    response: message,
    errors: [404],
  }),
  revokeDevices: operation({
    id: "revokeDevices",
    method: "delete",
    path: "/devices",
    summary: "Sign every device out",
    callers: ["board"],
    response: message,
  }),
  createPairing: operation({
    id: "createPairing",
    method: "post",
    path: "/device_pairings",
    summary: "Make a code that lets one device in within five minutes; shown this once",
    callers: ["board"],
    body: z.object({ privilege: privilege.default("act_as_human") }),
    status: 201,
    response: z.object({
      pairing,
      /** Eight letters. */
      code: z.string(),
      places: z.array(pairingPlace),
      fingerprints,
    }),
    errors: [409],
  }),
  getPairing: operation({
    id: "getPairing",
    method: "get",
    path: "/device_pairings/{id}",
    summary: "Whether a code was used",
    callers: ["board"],
    params: ref,
    response: z.object({ pairing }),
    errors: [404],
  }),
  cancelPairing: operation({
    id: "cancelPairing",
    method: "delete",
    path: "/device_pairings/{id}",
    summary: "Take a code back before it is used",
    callers: ["board"],
    params: ref,
    response: z.object({ pairing }),
    errors: [404],
  }),
} as const;
