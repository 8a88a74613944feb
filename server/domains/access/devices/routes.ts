import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { deviceOperations } from "./model.ts";
import type { Pairings } from "./pairings.ts";
import type { DeviceService } from "./service.ts";
import { text } from "./text.ts";

export const deviceRoutes = (devices: DeviceService, pairings: Pairings): Endpoint[] =>
  endpoints(deviceOperations, {
    listDevices: (_input, { actor }) => ({ devices: devices.list(actor) }),
    renameDevice: ({ params, body }, { actor }) => ({
      device: devices.rename(Number(params.id), body.name, actor),
    }),
    revokeDevice: ({ params }, { actor }) => ({
      message: text.signedOut(devices.revoke(Number(params.id), actor)),
    }),
    revokeDevices: (_input, { actor }) => ({ message: text.signedOutAll(devices.revokeAll(actor)) }),
    createPairing: ({ body }, { actor }) => pairings.create(body.privilege, actor),
    getPairing: ({ params }) => ({ pairing: pairings.pairing(Number(params.id)) }),
    cancelPairing: ({ params }) => ({ pairing: pairings.cancel(Number(params.id)) }),
  });
