export { type DeviceAuthentication, deviceAuthentication } from "./authenticator.ts";
export { type DeviceSignIns, deviceSignIns } from "./device-sign-ins.ts";
export { pairingPages } from "./page-routes.ts";
export { pairings } from "./pairings.ts";
export { deviceRoutes } from "./routes.ts";
export { deviceService } from "./service.ts";
