/**
 * The service in a process that monitors its own event loop and talks to its parent: it sends its URL and a launch link once it is ready, and
 * answers each message with the delays since the last one. A page is connected, so that the event stream has a listener.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { pino } from "pino";
import { startService } from "../../server/index.ts";

/** In milliseconds. */
export interface LoopDelays {
  p99: number;
  max: number;
  /**
   * The most processor time that the main thread used between two turns of its loop: what holds it, whatever else the machine
   * does.
   */
  held: number;
  /** The memory of the process, in bytes. */
  rss: number;
}

/** The resolution of the monitor: an idle loop measures this value. */
const resolutionMs = 1;

const environment = process.env;
const rendererFolder = `${environment["SERVICE_DATA_DIR"]}-page`;
mkdirSync(rendererFolder, { recursive: true });
writeFileSync(join(rendererFolder, "index.html"), "<!doctype html><title>Bench</title>");

const service = await startService({ environment, rendererFolder, log: pino({ level: "silent" }) });
const delays = monitorEventLoopDelay({ resolution: resolutionMs });
delays.enable();

let held = 0;
let usedAt = process.threadCpuUsage();
setInterval(() => {
  const { user, system } = process.threadCpuUsage(usedAt);
  usedAt = process.threadCpuUsage();
  held = Math.max(held, (user + system) / 1e3);
}, resolutionMs);

process.on("message", () => {
  const beyond = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolutionMs);
  process.send?.({
    p99: beyond(delays.percentile(99)),
    max: beyond(delays.max),
    held,
    rss: process.memoryUsage.rss(),
  } satisfies LoopDelays);
  delays.reset();
  held = 0;
});
process.once("disconnect", () => void service.close().then(() => process.exit(0)));
process.send?.({ url: service.url, launchLink: service.launchLink() });
