import { pino } from "pino";
import { expect, it } from "vitest";
import type { SandboxLevel } from "./levels.ts";
import type { SandboxProbe } from "./probe.ts";
import { sandboxes } from "./sandboxes.ts";

const missing: SandboxProbe = { available: false, reason: "It is not installed.", cure: "Install it." };
const works: SandboxProbe = { available: true };

/** The sandboxes of a service on a machine that answers its probes like this, the last one from then on. */
async function begun(level: SandboxLevel | null, ...answers: SandboxProbe[]) {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const probe = async () => (answers.length > 1 ? answers.shift() : answers[0]) ?? missing;
  const made = sandboxes({ level, grants: [], dataFolder: "/data", environment: {}, log, probe });
  await made.begin();
  return { ...made, lines };
}

it("uses the sandbox without being asked where it works", async () => {
  const { status, levelFor, problem } = await begun(null, works);
  expect(status()).toMatchObject({ level: "workspace", reason: null, cure: null });
  expect([levelFor(), levelFor(null, "off")]).toEqual(["workspace", "workspace"]);
  expect(await problem("workspace")).toBeNull();
});

it("says why agents run without one although nobody turned it off", async () => {
  const { status, levelFor, lines } = await begun(null, missing);
  expect(status()).toMatchObject({ level: "off", reason: "It is not installed.", cure: "Install it." });
  expect(levelFor()).toBe("off");
  expect(lines).toMatchObject([{ level: 40, msg: "agents run without a sandbox", cure: "Install it." }]);
});

it("says nothing of it where the owner turned it off", async () => {
  const { status, lines } = await begun("off", missing);
  expect(status()).toMatchObject({ level: "off", reason: null });
  expect(lines).toMatchObject([{ level: 30 }]);
});

it("never falls back from what was asked for, and looks again at each turn", async () => {
  const { status, levelFor, problem } = await begun("workspace", missing, missing, works);
  expect(status()).toMatchObject({ level: "workspace", reason: "It is not installed." });
  expect(levelFor()).toBe("workspace");
  expect(await problem("workspace")).toBe("It is not installed. Install it.");
  expect(await problem("workspace")).toBeNull();
});

it("lets a session ask for more than the service does", async () => {
  const { levelFor, problem } = await begun(null, missing);
  expect(levelFor(null, "workspace")).toBe("workspace");
  expect([await problem("workspace"), await problem("off")]).toEqual([
    "It is not installed. Install it.",
    null,
  ]);
});

it("shows what the owner grants to trusted repositories alone", async () => {
  const log = pino({ level: "silent" });
  const made = sandboxes({ level: null, grants: ["git"], dataFolder: "/data", environment: {}, log });
  const reach = {
    folder: "/data/sandboxes/1",
    writable: ["/data/clones/one"],
    readable: ["/repositories/one"],
    pushable: ["/repositories/one/refs"],
  };
  expect(made.room("workspace", { ...reach, trusted: true })?.grants).toEqual(["git"]);
  expect(made.room("workspace", { ...reach, trusted: false })?.grants).toEqual([]);
  expect(made.room("workspace", { ...reach, trusted: true })?.writable).toEqual([
    "/data/clones/one",
    "/repositories/one/refs",
  ]);
  expect(made.room("workspace", { ...reach, trusted: false })?.writable).toEqual(["/data/clones/one"]);
  const ungranted = sandboxes({ level: null, grants: [], dataFolder: "/data", environment: {}, log });
  expect(ungranted.room("workspace", { ...reach, trusted: true })?.writable).toEqual(["/data/clones/one"]);
  expect(made.room("off", { ...reach, trusted: true })).toBeNull();
});
