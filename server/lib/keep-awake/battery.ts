import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Battery } from "./model.ts";

const run = promisify(execFile);

/** The machine's battery; null if it has none, or if the system does not say. */
export async function readBattery(platform: NodeJS.Platform): Promise<Battery | null> {
  if (platform === "linux") return readSuppliesIn("/sys/class/power_supply");
  if (platform !== "darwin") return null;
  const { stdout } = await run("pmset", ["-g", "batt"], { timeout: 5_000 }).catch(() => ({ stdout: "" }));
  return batteryOfPmset(stdout);
}

/** The emptiest of the machine's own batteries, as the Linux kernel lists them; those of a mouse or a headset do not count. */
export async function readSuppliesIn(folder: string): Promise<Battery | null> {
  const names = await readdir(folder).catch(() => []);
  const read = (name: string, fact: string): Promise<string> =>
    readFile(join(folder, name, fact), "utf8").then(
      (value) => value.trim(),
      () => "",
    );
  const found: Battery[] = [];
  for (const name of names) {
    const [type, scope, capacity, status] = await Promise.all(
      ["type", "scope", "capacity", "status"].map((fact) => read(name, fact)),
    );
    if (type !== "Battery" || scope === "Device" || capacity === "") continue;
    found.push({ percent: Number(capacity), isDischarging: status === "Discharging" });
  }
  return found.toSorted((one, other) => one.percent - other.percent)[0] ?? null;
}

/** What macOS says of its battery. */
export function batteryOfPmset(said: string): Battery | null {
  const percent = /(\d+)%;/.exec(said)?.[1];
  return percent === undefined
    ? null
    : { percent: Number(percent), isDischarging: /; discharging/.test(said) };
}
