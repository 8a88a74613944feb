import { z } from "zod";
import { type Actor, actorName } from "../../../http/caller.ts";
import type { Battery, SleepInhibitor } from "../../../lib/keep-awake/index.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { AppSetting, AppSettings } from "../../owner/app-settings/index.ts";
import type { KeepAwake } from "./model.ts";
import { decideAwake } from "./rules.ts";

const setting: AppSetting<boolean> = { key: "keep_awake", schema: z.boolean() };
const batteryEveryMs = 60_000;

export interface KeepAwakeService {
  current(): KeepAwake;
  change(isEnabled: boolean, by: Actor): KeepAwake;
  /** Looks again whether any agent works, once the transaction of the caller has ended. */
  onChanged(): void;
  /** Lets the machine sleep, for good. */
  stop(): void;
}

/** Keeps the machine awake while agents work, unless its battery is nearly empty or the owner turned that off. */
export function keepAwakeService(deps: {
  settings: AppSettings;
  /** Whether any agent works now. */
  isWorking(): boolean;
  inhibitor: SleepInhibitor;
  battery(): Promise<Battery | null>;
  log: Pick<Logger, "info" | "warn">;
}): KeepAwakeService {
  const { settings, inhibitor, log } = deps;
  let isWorking = false;
  let battery: Battery | null = null;
  let lost: string | null = null;
  let isHeld = false;
  let isDue = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const isEnabled = (): boolean => settings.read(setting) ?? true;

  const stateNow = () => decideAwake({ isEnabled: isEnabled(), isWorking, battery, lost });

  function settle(): void {
    const wanted = stateNow() === "awake";
    if (wanted === isHeld) return;
    isHeld = wanted;
    if (!wanted) return inhibitor.release();
    inhibitor.hold((reason) => {
      isHeld = false;
      if (lost !== reason) log.warn({ reason }, "the machine may sleep although agents work");
      lost = reason;
    });
  }

  async function readBatteryNow(): Promise<void> {
    battery = await deps.battery();
    if (!isStopped) settle();
  }

  /** Only while agents work, so that a service at rest does nothing. */
  function watch(isWanted: boolean): void {
    if (!isWanted) {
      clearInterval(timer);
      timer = undefined;
      return;
    }
    timer ??= setInterval(() => void readBatteryNow(), batteryEveryMs).unref();
  }

  function look(): void {
    isDue = false;
    if (isStopped || deps.isWorking() === isWorking) return;
    isWorking = !isWorking;
    // What could not be held then may be there by now.
    lost = null;
    watch(isWorking);
    if (isWorking) void readBatteryNow();
    else settle();
  }

  const view = (): KeepAwake => {
    const state = stateNow();
    return { enabled: isEnabled(), state, reason: state === "unavailable" ? lost : null };
  };

  return {
    current: view,
    change(enabled, by) {
      if (enabled !== isEnabled())
        log.info(`[KeepAwake] ${actorName(by)} turned it ${enabled ? "on" : "off"}`);
      settings.write(setting, enabled);
      lost = null;
      settle();
      return view();
    },
    onChanged() {
      if (isDue) return;
      isDue = true;
      setImmediate(look);
    },
    stop() {
      isStopped = true;
      watch(false);
      inhibitor.release();
    },
  };
}
