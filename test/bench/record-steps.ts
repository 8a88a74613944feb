/** Loaded into the service before anything else: writes each step of its turns and requests to a file, as a line of JSON. */
import { subscribe } from "node:diagnostics_channel";
import { appendFileSync } from "node:fs";
import type { Step } from "../../server/lib/steps.ts";
import { stepsFileVariable } from "./timeline.ts";

const file = process.env[stepsFileVariable];
const pieceChars = 16_384;
let lines = "";

/** In pieces, because a write for each step would be part of what is measured. */
function write(): void {
  if (file !== undefined && lines !== "") appendFileSync(file, lines);
  lines = "";
}

function record(step: Step): void {
  lines += `${JSON.stringify(step)}\n`;
  if (lines.length > pieceChars) write();
}

const now = (name: string) => (): void => record({ name, at: performance.now() });

subscribe("signalbox:step", (step) => record(step as Step));
subscribe("http.server.request.start", now("request arrived"));
subscribe("http.server.response.finish", now("answer sent"));
process.once("exit", write);
