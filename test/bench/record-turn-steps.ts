/** Loaded into the service before anything else: writes each step of its turns to a file, as a line of JSON. */
import { subscribe } from "node:diagnostics_channel";
import { appendFileSync } from "node:fs";
import { stepsFileVariable } from "./turn-timeline.ts";

const file = process.env[stepsFileVariable];
if (file !== undefined)
  subscribe("signalbox:turn-step", (step) => appendFileSync(file, `${JSON.stringify(step)}\n`));
