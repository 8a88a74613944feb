import { z } from "zod";
import type { Actor } from "../../../http/caller.ts";
import { actorName } from "../../../http/caller.ts";
import type { JobQueue } from "../../../jobs/queue.ts";
import type { Clock } from "../../../lib/clock.ts";
import { instant } from "../../../lib/instant.ts";
import type { AppSetting, AppSettings } from "../../owner/app-settings/index.ts";
import type { MaintenanceAudit } from "./audit.ts";
import { maintenanceRefusal } from "./errors.ts";
import type { RecoveryMode } from "./model.ts";
import { haltedLanes, liveLanes } from "./rules.ts";
import { text } from "./text.ts";

const stored = z
  .object({ enteredAt: z.number(), expiresAt: z.number(), reason: z.string().nullable(), by: z.string() })
  .nullable();
type Stored = z.infer<typeof stored>;
const setting: AppSetting<Stored> = { key: "queue_recovery_mode", schema: stored };

/** While the mode lasts. A timer of its own, so that no full or halted queue delays the end. */
const checkEveryMs = 1_000;

export type RecoveryModeService = ReturnType<typeof recoveryModeService>;

/** R170: holds the background queues for a while. Jobs are still added, and run once it ends. It outlives a restart. */
export function recoveryModeService(deps: {
  settings: AppSettings;
  clock: Clock;
  audit: Pick<MaintenanceAudit, "record">;
  jobs: Pick<JobQueue, "setHeld" | "isHeld">;
  /** Called when it begins, changes or ends. */
  onChange(): void;
}) {
  const { settings, clock, audit, jobs } = deps;
  let timer: NodeJS.Timeout | undefined;

  const current = (): Stored => {
    const mode = settings.read(setting);
    return mode !== null && mode.expiresAt > clock.now() ? mode : null;
  };

  function hold(held: boolean): void {
    for (const lane of haltedLanes) if (jobs.isHeld(lane) !== held) jobs.setHeld(lane, held);
  }

  function watch(lasts: boolean): void {
    clearInterval(timer);
    timer = lasts ? setInterval(checkQuietly, checkEveryMs).unref() : undefined;
  }

  function store(mode: Stored): void {
    try {
      settings.write(setting, mode);
    } catch (error) {
      throw Object.assign(maintenanceRefusal("recovery_unavailable"), { cause: error });
    }
    hold(mode !== null);
    watch(mode !== null);
    deps.onChange();
  }

  /** Ends the mode once its time is over. */
  function check(): void {
    const mode = settings.read(setting);
    if (mode === null || mode.expiresAt > clock.now()) return;
    // Even if the end cannot be stored on a full disk, the queues go on.
    hold(false);
    store(null);
    audit.record(null, text.expired);
  }

  function checkQuietly(): void {
    try {
      check();
    } catch {
      // The next check tries again.
    }
  }

  function state(): RecoveryMode {
    checkQuietly();
    const paused = haltedLanes.filter((lane) => jobs.isHeld(lane));
    return { ...viewOf(current(), clock.now()), paused_queues: paused };
  }

  return {
    state,
    isActive: (): boolean => current() !== null,
    /** Begins the mode, or makes it last this long from now. */
    enter(input: { reason: string | null; ttl_minutes: number }, by: Actor): RecoveryMode {
      const before = current();
      const now = clock.now();
      const { reason, ttl_minutes: minutes } = input;
      store({
        enteredAt: before?.enteredAt ?? now,
        expiresAt: now + minutes * 60_000,
        reason: reason ?? before?.reason ?? null,
        by: before?.by ?? actorName(by),
      });
      audit.record(by, before ? text.extended(minutes) : text.entered(minutes, reason));
      return state();
    },
    exit(by: Actor): RecoveryMode {
      if (current() !== null) {
        store(null);
        audit.record(by, text.exited);
      }
      return state();
    },
    check,
    /** Before the queue starts: a mode that a restart interrupted holds its queues again. */
    start(): void {
      hold(current() !== null);
      watch(settings.read(setting) !== null);
    },
    stop: (): void => watch(false),
  };
}

const viewOf = (mode: Stored, now: number): Omit<RecoveryMode, "paused_queues"> => ({
  active: mode !== null,
  entered_at: mode && instant(mode.enteredAt),
  expires_at: mode && instant(mode.expiresAt),
  expires_in_seconds: mode && Math.ceil((mode.expiresAt - now) / 1_000),
  reason: mode && mode.reason,
  entered_by: mode && mode.by,
  halted_queues: [...haltedLanes],
  live_queues: [...liveLanes],
});
