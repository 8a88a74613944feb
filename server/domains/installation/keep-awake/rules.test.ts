import { expect, it } from "vitest";
import { decideAwake } from "./rules.ts";

const working = { isEnabled: true, isWorking: true, battery: null, lost: null };
const battery = (percent: number, isDischarging = true) => ({ percent, isDischarging });

it.each([
  ["stays awake while agents work", {}, "awake"],
  ["may sleep without work", { isWorking: false }, "idle"],
  ["may sleep when that is turned off", { isEnabled: false }, "off"],
  ["stays awake on a good battery", { battery: battery(10) }, "awake"],
  ["may sleep on a nearly empty battery", { battery: battery(9) }, "low_battery"],
  ["stays awake on a nearly empty battery that is charged", { battery: battery(9, false) }, "awake"],
  ["says that nothing keeps it awake", { lost: "It is not installed." }, "unavailable"],
] as const)("a machine %s", (_title, more, state) => {
  expect(decideAwake({ ...working, ...more })).toBe(state);
});
