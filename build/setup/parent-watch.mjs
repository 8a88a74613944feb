/**
 * Loaded into Node children of build/run.mjs, which alone holds the other end of a pipe: end-of-file means that run.mjs
 * has ended, for whatever reason, and this process signals itself to stop. The variables are deleted at once, since
 * worker threads and forks inherit this import but use that descriptor for something else.
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
