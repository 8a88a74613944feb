/**
 * Loaded into Node children of build/run.mjs: the other end of a pipe is held by run.mjs alone, so end-of-file
 * means that it is gone, however it went, and this process asks itself to stop. The variables are dropped at once:
 * worker threads and forks inherit this import, and their descriptor of that number is something else.
 */
import { Socket } from "node:net";
import { isMainThread } from "node:worker_threads";

const descriptor = Number(process.env.SIGNALBOX_PARENT_FD ?? "");

if (isMainThread && descriptor > 2) {
  const signal = process.env.SIGNALBOX_PARENT_GONE === "SIGKILL" ? "SIGKILL" : "SIGTERM";
  delete process.env.SIGNALBOX_PARENT_FD;
  delete process.env.SIGNALBOX_PARENT_GONE;
  const parent = new Socket({ fd: descriptor, readable: true, writable: false });
  parent.once("close", () => process.kill(process.pid, signal));
  parent.on("error", () => parent.destroy());
  parent.resume();
  parent.unref();
}
