import { existsSync } from "node:fs";
import { join } from "node:path";
import { board } from "./board.mjs";
import { withLock } from "./lock.mjs";
import { environmentFor, nodeFor, requireUsablePlatform } from "./node-binary.mjs";
import { appPackagesOf, packagesOf } from "./packages.mjs";
import { service } from "./service.mjs";

/** @typedef {"packages" | "app packages" | "board" | "service" | "clis"} Need */

/**
 * Creates what a task needs and does not have yet, and reports what it does. Only one setup runs at a time.
 * @param {string} root
 * @param {Need[]} needs
 * @param {import("./report.mjs").Report} report
 */
export async function ensure(root, needs, report) {
  const steps = needs.map((need) => STEPS[need](root));
  if (steps.every((step) => step.isReady())) return;
  requireUsablePlatform();
  await withLock(join(root, "dist/.setup.lock"), {
    waiting: (pid) => report.say(`Another setup (process ${pid}) is running here. Waiting for it to finish.`),
    async work() {
      const left = steps.filter((step) => !step.isReady());
      /** @param {typeof left[number]} step */
      const placeOf = (step) => (left.length > 1 ? ` (${left.indexOf(step) + 1} of ${left.length})` : "");
      for (const step of steps) {
        if (step.isReady() || step.adopt()) continue;
        await report.during(`${step.what}${placeOf(step)}`, step.make);
      }
    },
  });
}

/** @type {Record<Need, (root: string) => { what: string, isReady(): boolean, adopt(): boolean, make(): Promise<void> }>} */
const STEPS = {
  packages: (root) => installStep("Installing the locked packages (npm ci)", root, packagesOf(root)),
  "app packages": (root) =>
    installStep("Installing the locked packages of the app (npm ci)", root, appPackagesOf(root)),
  clis: (root) => {
    const folder = join(root, "test/clis");
    return installStep(
      "Installing the agent CLIs for the tests (npm ci in test/clis)",
      folder,
      packagesOf(folder),
    );
  },
  board: (root) => buildStep("Building the board", root, board(root)),
  service: (root) => buildStep("Building the service", root, service(root)),
};

/**
 * @param {string} what
 * @param {string} root
 * @param {ReturnType<typeof board>} built
 */
function buildStep(what, root, built) {
  return {
    what,
    isReady: () => !built.hasSources() || built.isReady(),
    adopt: () => false,
    make: () =>
      built.build({ node: nodeFor(root), env: environmentFor(root, nodeFor(root), { isService: false }) }),
  };
}

/**
 * @param {string} what
 * @param {string} folder
 * @param {ReturnType<typeof packagesOf>} packages
 */
function installStep(what, folder, packages) {
  return {
    what,
    isReady: () => !existsSync(join(folder, "package-lock.json")) || packages.isReady(),
    adopt: packages.adopt,
    make: packages.install,
  };
}
