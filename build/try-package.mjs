/**
 * `node build/try-package.mjs <app> <folder>` starts the service of an unpacked app, requests its main pages, runs one
 * session of its pi on the scripted model, and stops it. Only the model and the client come from this checkout.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { demoClient } from "../server/cli/demo-client.ts";
import { startScriptedModel } from "../server/scripted-model/index.ts";
import { makeGitRepository } from "../test/support/repository.ts";

const [app, folder] = z.tuple([z.string(), z.string()]).parse(process.argv.slice(2));
const key = "check";
const answer = "The packed agent has answered.";

const model = await startScriptedModel({ scenarios: [] });
const { startService, createLogger } = await import(pathToFileURL(join(app, "dist/server/index.js")).href);
/** @type {import("../server/index.ts").Service} */
const service = await startService({
  environment: {
    ...process.env,
    HOME: folder,
    SERVICE_DATA_DIR: join(folder, "data"),
    SERVICE_PORT: "0",
    // As the shell sets them.
    SERVICE_PI_PATH: join(app, "node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js"),
    SERVICE_NODE_PATH: process.execPath,
    SERVICE_DEFAULT_RUNTIME: "pi",
    SERVICE_SMALL_MODEL: "off",
    SERVICE_SECRET_STORE: "file",
    API_KEYS: key,
    OPENROUTER_BASE_URL: `${model.url}/v1`,
    OPENROUTER_API_KEY: "scripted-model-needs-no-key",
  },
  rendererFolder: join(app, "dist/renderer"),
  log: createLogger({ level: "warn" }),
});
try {
  await requestPages(service.url);
  await runSession(service.url);
} finally {
  await service.close();
  await model.close();
}
process.stdout.write("closed\n");

/** @param {string} url */
async function requestPages(url) {
  for (const path of ["/up", "/up/deep", "/", "/api/v1/sessions"]) {
    const { status } = await fetch(new URL(path, url), {
      headers: { "X-API-Key": key, Accept: "text/html, */*" },
    });
    process.stdout.write(`${path} ${status}\n`);
    if (status !== 200) process.exitCode = 1;
  }
}

/** @param {string} url */
async function runSession(url) {
  const client = demoClient(url, key);
  const git_root = await makeGitRepository(join(folder, "repository"));
  const session = await client.create({ agent_runtime: "pi", git_root, prompt: `#script say ${answer}` });
  const { status } = await client.waitUntilStopped(session.id);
  // Once in the prompt, and once more in the agent's answer.
  const hasAnswered = (await client.transcript(session.id)).split(answer).length > 2;
  process.stdout.write(`pi ${hasAnswered ? "has answered" : "has not answered"} and is ${status}\n`);
  if (!hasAnswered) process.exitCode = 1;
}
