export { type Battery, readBattery } from "./battery.ts";
export { processInhibitor, type SleepInhibitor } from "./sleep-inhibitor.ts";
