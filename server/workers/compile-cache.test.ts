import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, it } from "vitest";
import { makeTestFolder } from "../../test/support/test-folder.ts";

const program = `
  const { parentPort, workerData } = require("node:worker_threads");
  import(workerData).then(({ withCompileCache }) => parentPort.postMessage(withCompileCache({ LANG: "C" })));`;

async function passedOnBy(env: NodeJS.ProcessEnv): Promise<unknown> {
  const workerData = new URL("./compile-cache.ts", import.meta.url).href;
  const worker = new Worker(program, { eval: true, env, workerData });
  const [[passedOn]] = await Promise.all([once(worker, "message"), once(worker, "exit")]);
  return passedOn;
}

it("passes on the cache folder, so that threads of threads use it too", async () => {
  await using folder = await makeTestFolder();
  const passedOn = { LANG: "C", NODE_COMPILE_CACHE: folder.path };
  expect(await passedOnBy({ NODE_COMPILE_CACHE: folder.path })).toEqual(passedOn);
});

it("changes nothing without a compile cache", async () => {
  expect(await passedOnBy({})).toEqual({ LANG: "C" });
});
