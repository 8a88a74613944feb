export { readBattery } from "./battery.ts";
export type { Battery } from "./model.ts";
export { processInhibitor, type SleepInhibitor } from "./sleep-inhibitor.ts";
