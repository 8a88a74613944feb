import type { Database } from "../../../db/open.ts";
import { type Actor, actorName } from "../../../http/caller.ts";
import type { Clock } from "../../../lib/clock.ts";
import { digestOf } from "../../../lib/digest.ts";
import { instant } from "../../../lib/instant.ts";
import type { Logger } from "../../../lib/logger.ts";
import { newToken } from "../../../lib/new-token.ts";
import type { PageKeys } from "../page-keys/index.ts";
import type { Grant } from "./authenticator.ts";
import { deviceRefusal } from "./errors.ts";
import type { Device } from "./model.ts";
import { deviceName, distinctName } from "./rules.ts";
import { type DeviceRow, deviceStore } from "./store.ts";
import { text } from "./text.ts";

export type DeviceService = ReturnType<typeof deviceService>;

/** Devices that are signed in to the board, each through its own connection. */
export function deviceService(deps: {
  database: Database;
  clock: Clock;
  log: Logger;
  grantOf(id: number): Grant | undefined;
  /** Revokes the connection that a device is signed in through. */
  disconnect(grantId: number, by: Actor): void;
  /** Called when the list of devices changes. */
  changed(): void;
  pageKeys: Pick<PageKeys, "awaitKey">;
}) {
  const { clock, log, changed } = deps;
  const store = deviceStore(deps.database);

  function find(id: number): DeviceRow {
    const device = store.byId(id);
    if (!device) throw deviceRefusal("device_not_found");
    return device;
  }

  function view(device: DeviceRow, by: Actor): Device {
    const grant = deps.grantOf(device.grantId);
    if (!grant) throw new Error(`The device ${device.id} has no connection`);
    return {
      id: device.id,
      grant_id: grant.id,
      name: device.name,
      browser: device.browser ?? text.unnamedBrowser,
      privilege: grant.privilege,
      user_email: grant.userEmail,
      current: by.kind === "native" && by.grantId === grant.id,
      created_at: instant(device.createdAt),
      last_used_at: instant(device.lastUsedAt),
    };
  }

  return {
    list: (by: Actor): Device[] => store.all().map((device) => view(device, by)),

    rename(id: number, name: string, by: Actor): Device {
      const device = find(id);
      const others = store.all().filter((one) => one.id !== id);
      store.rename(id, distinctName(deviceName(name, device.name), namesIn(others)));
      log.warn(`[devices] ${actorName(by)} renamed the device "${device.name}"`);
      changed();
      return view(find(id), by);
    },

    /** Returns the device's name. */
    revoke(id: number, by: Actor): string {
      const { grantId, name } = find(id);
      deps.disconnect(grantId, by);
      return name;
    },

    /** Returns how many devices were signed out. */
    revokeAll(by: Actor): number {
      const devices = store.all();
      for (const { grantId } of devices) deps.disconnect(grantId, by);
      return devices.length;
    },

    /**
     * Signs a device in until its connection is revoked. Returns the secret for its cookie, and the one with which its page
     * has its key bound.
     */
    add({ grantId, name: wanted, browser }: { grantId: number; name: string; browser: string }): {
      token: string;
      keyToken: string;
    } {
      const name = distinctName(wanted, namesIn(store.all()));
      const token = newToken();
      const now = clock.now();
      const { id } = store.insert({
        grantId,
        name,
        digest: digestOf(token),
        browser,
        createdAt: now,
        lastUsedAt: now,
      });
      log.warn(`[devices] "${name}" was paired`);
      changed();
      return { token, keyToken: deps.pageKeys.awaitKey((key) => store.bindKey(id, key)) };
    },
  };
}

const namesIn = (devices: readonly DeviceRow[]): string[] => devices.map(({ name }) => name);
