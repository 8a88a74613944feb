import { pino } from "pino";
import { expect, it } from "vitest";
import { makeTestFolder } from "../../../test/support/test-folder.ts";
import type { SandboxLevel } from "./model.ts";
import type { SandboxProbe } from "./probe.ts";
import { plainPlan, sandboxes } from "./sandboxes.ts";

const missing: SandboxProbe = { available: false, reason: "It is not installed.", cure: "Install it." };
const works: SandboxProbe = { available: true };
const clis = { programs: [".local/share/cli"], secrets: [".cli"] };

/** The sandboxes of a service on a machine that answers its probes like this, the last one from then on. */
async function begun(level: SandboxLevel | null, ...answers: SandboxProbe[]) {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const probe = async () => (answers.length > 1 ? answers.shift() : answers[0]) ?? missing;
  const made = sandboxes({ level, grants: [], clis, dataFolder: "/data", environment: {}, log, probe });
  await made.begin();
  return { ...made, lines };
}

it("uses the sandbox without being asked where it works", async () => {
  const { status, problem } = await begun(null, works);
  expect(status()).toMatchObject({ level: "workspace", isChosen: false, reason: null, cure: null });
  expect(await problem(plainPlan("workspace"))).toBeNull();
});

it("says why agents run without one although nobody turned it off", async () => {
  const { status, lines } = await begun(null, missing);
  expect(status()).toMatchObject({ level: "off", reason: "It is not installed.", cure: "Install it." });
  expect(lines).toMatchObject([{ level: 40, msg: "agents run without a sandbox", cure: "Install it." }]);
});

it("says nothing of it where the owner turned it off", async () => {
  const { status, lines } = await begun("off", missing);
  expect(status()).toMatchObject({ level: "off", reason: null });
  expect(lines).toMatchObject([{ level: 30 }]);
});

it("never falls back from what was asked for, and looks again at each turn", async () => {
  const { status, problem } = await begun("workspace", missing, missing, works);
  expect(status()).toMatchObject({ level: "workspace", isChosen: true, reason: "It is not installed." });
  expect(await problem(plainPlan("workspace"))).toBe("It is not installed. Install it.");
  expect(await problem(plainPlan("workspace"))).toBeNull();
});

it("tries what a session asks for even if the service runs without", async () => {
  const { problem } = await begun(null, missing);
  expect(await problem(plainPlan("workspace"))).toBe("It is not installed. Install it.");
  expect(await problem(plainPlan("off"))).toBeNull();
});

it("says which folder of a repository is gone, and asks for none without a sandbox", async () => {
  await using folder = await makeTestFolder();
  const log = pino({ level: "silent" });
  const made = sandboxes({
    level: null,
    grants: [],
    clis,
    dataFolder: folder.path,
    environment: {},
    log,
    probe: async () => works,
  });
  const plan = { ...plainPlan("workspace"), read: [folder.at("gone")] };
  expect(await made.problem(plan)).toBe(
    `Agents cannot have the folder ${folder.at("gone")}: it does not exist`,
  );
  expect(await made.problem({ ...plan, level: "off" })).toBeNull();
});

it("shows what the owner grants to trusted repositories alone", async () => {
  const log = pino({ level: "silent" });
  const options = { level: null, clis, dataFolder: "/data", environment: {}, log };
  const made = sandboxes({ ...options, grants: ["git", "docker"] });
  const reach = {
    folder: "/data/sandboxes/1",
    writable: ["/data/clones/one"],
    readable: ["/repositories/one"],
    ways: [],
  };
  const plan = { ...plainPlan("workspace", ["/srv/b"]), read: ["/srv/a"], write: ["/srv/b"] };
  expect(made.room(plan, { ...reach, trusted: true })).toMatchObject({
    grants: ["git", "docker"],
    readable: ["/repositories/one", "/srv/a"],
    writable: ["/data/clones/one", "/srv/b"],
    clis,
  });
  const untrusted = made.room(plan, { ...reach, trusted: false });
  expect(untrusted).toMatchObject({ grants: [], writable: ["/data/clones/one", "/srv/b"] });
  const less = made.room({ ...plan, grants: ["docker", "display"] }, { ...reach, trusted: true });
  expect(less).toMatchObject({ grants: ["docker"], writable: ["/data/clones/one", "/srv/b"] });
  const ungranted = sandboxes({ ...options, grants: [] });
  expect(ungranted.room(plan, { ...reach, trusted: true })?.writable).toEqual(["/data/clones/one", "/srv/b"]);
  expect(made.room(plainPlan("off"), { ...reach, trusted: true })).toBeNull();
});
