import { tmpdir } from "node:os";
import { expect, it } from "vitest";
import { machineDoctor } from "./machine-checks.ts";

/** Missing on the machine where everything else is. */
const sandboxOf = (dataFolder: string) =>
  dataFolder === tmpdir()
    ? { meaning: "Agents see their clone.", reason: null, cure: null }
    : { meaning: "Agents run as you.", reason: "bubblewrap is not installed.", cure: "Install it." };

const check = (answers: Record<string, string>, dataFolder = tmpdir()) =>
  machineDoctor({
    dataFolder,
    platform: "darwin",
    git: async ([first = ""]) => answers[first] ?? null,
    sandbox: () => sandboxOf(dataFolder),
    gitSandbox: async () => {
      const { reason, cure } = sandboxOf(dataFolder);
      return reason === null ? null : { reason, cure };
    },
    limits: () => ({ isHeld: dataFolder === tmpdir(), meaning: "A turn is ended at 4 processes." }),
  }).checks();

it("reports no problem if everything is installed", async () => {
  const checks = await check({ "--version": "git version 2.50", config: "ada@example.org" });
  expect(checks.filter(({ id, ok }) => !ok && id !== "disk_space")).toEqual([]);
  expect(checks.map(({ text }) => text)).toContain("Agents commit as ada@example.org");
});

it("names the command that installs what is missing", async () => {
  const checks = await check({}, "/nowhere/at/all");
  expect(checks.map(({ id, ok, command }) => [id, ok, command?.split(" ")[0] ?? null])).toEqual([
    ["git", false, "xcode-select"],
    ["git_identity", false, "git"],
    ["data_folder", false, null],
    ["disk_space", false, null],
    ["sandbox", false, null],
    ["git_sandbox", false, null],
    ["agent_limits", false, null],
  ]);
  expect(checks.at(-1)?.text).toBe("A turn is ended at 4 processes.");
  expect(checks.at(-2)?.text).toContain("without a sandbox");
  expect(checks.at(-2)?.text).toMatch(/bubblewrap is not installed. Install it.$/);
  expect(checks.at(-3)?.text).toBe("Agents run as you. bubblewrap is not installed. Install it.");
});
