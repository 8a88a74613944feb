import type { Actor } from "../../../http/caller.ts";
import { instant, instantOrNull } from "../../../lib/instant.ts";
import type { Announcement } from "../notifications/model.ts";
import { pushToPhoneJob } from "./jobs.ts";
import type { ApnsDevice } from "./model.ts";
import type { PushDeps } from "./ports.ts";
import { deliverWithinMs, phonePayload, readEnvironment, readToken } from "./rules.ts";
import type { KnownDevice, PushStore, Scope } from "./store.ts";
import { text } from "./text.ts";

interface Registration {
  token?: string | null | undefined;
  environment?: string | null | undefined;
  device_name?: string | null | undefined;
  app_version?: string | null | undefined;
}

/** Phones that get notifications through Apple. */
export function phoneService(deps: PushDeps, store: PushStore) {
  const { apns, clock, jobs, log } = deps;

  const active = (): KnownDevice[] => (apns.isConfigured ? store.devices().filter(isEntitled) : []);

  /** Whether the connection or the key that it was registered with is still valid. */
  const isEntitled = ({ grantRevokedAt, apiKeyId }: KnownDevice): boolean =>
    grantRevokedAt === null && (apiKeyId === null || deps.isKeyValid(apiKeyId));

  /** Keeps a phone that has registered again since Apple dropped its token. */
  function forget({ id, updatedAt }: KnownDevice, goneSince: number | null): void {
    if (goneSince === null || updatedAt <= goneSince) store.removeDevice(id);
  }

  return {
    /** E88 */
    register(input: Registration, by: Actor): ApnsDevice {
      const now = clock.now();
      const id = store.putDevice({
        token: readToken(input.token),
        environment: readEnvironment(input.environment),
        deviceName: input.device_name ?? null,
        appVersion: input.app_version ?? null,
        grantId: grantOf(by),
        apiKeyId: by.kind === "api_key" ? by.id : null,
        createdAt: now,
        updatedAt: now,
      });
      const row = store.device(id);
      if (!row) throw new Error(`The device ${id} is gone`);
      return view(row);
    },
    /** E89: phones of other callers are not affected. */
    forgetToken: (token: string, by: Actor): void => store.removeToken(token.toLowerCase(), scopeOf(by)),
    remove: (id: number): void => store.removeDevice(id),

    /** What the settings page shows. */
    async overview(): Promise<{ available: boolean; reason: string | null; devices: ApnsDevice[] }> {
      const problem = await apns.problem();
      const reason = problem === null ? null : text.apnsProblem(problem);
      return { available: problem === null, reason, devices: store.devices().map(view) };
    },

    /** Queues the announcement for each; returns how many there are. */
    announce(announcement: Announcement): number {
      const devices = active();
      const madeAt = clock.now();
      for (const { id } of devices) jobs.add(pushToPhoneJob, { id, announcement, madeAt });
      return devices.length;
    },

    /** Throws if the job has to try again. */
    async send(id: number, announcement: Announcement, madeAt: number): Promise<void> {
      const device = active().find((known) => known.id === id);
      const expiresAt = madeAt + deliverWithinMs;
      if (!device || expiresAt < clock.now()) return;
      const payload = phonePayload(announcement, deps.pendingCount());
      const { verdict, reason, goneSince } = await apns.send({
        device,
        payload,
        collapseId: announcement.tag,
        expiresAt,
      });
      if (verdict === "later") throw new Error(`Apple's push service is busy: ${reason}`);
      if (verdict === "refused") log.warn({ device: id, reason }, "Apple's push service refused a message");
      if (verdict === "gone") forget(device, goneSince);
    },
  };
}

const grantOf = (by: Actor): number | null => (by.kind === "native" ? by.grantId : null);

const scopeOf = (by: Actor): Scope => (by.kind === "board" ? "all" : { grantId: grantOf(by) });

const view = (row: KnownDevice): ApnsDevice => ({
  id: row.id,
  environment: row.environment,
  device_name: row.deviceName,
  app_version: row.appVersion,
  last_registered_at: instant(row.updatedAt),
  disabled_at: instantOrNull(row.grantRevokedAt),
});
