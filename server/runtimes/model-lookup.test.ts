import { expect, it } from "vitest";
import { askForModel } from "./model-lookup.ts";

/** Prints a list and exits at once, as pi does. */
const printing = (lines: number): string =>
  `for (let line = 0; line < ${lines}; line += 1) console.log("model-" + line + " ".repeat(90)); process.exit(0)`;

const ask = (script: string, wanted: string, environment: Record<string, string> = {}) =>
  askForModel({
    locate: async () => ({ kind: "found", command: process.execPath, args: [], version: "1.0.0" }),
    environment,
    environmentIn: () => environment,
    args: ["-e", script],
    read: (output) => output.split("\n").flatMap((line) => line.trim() || []),
    isMeant: (listed) => listed === wanted,
  });

it("reads the whole of a long list, however late", async () => {
  const asked = ask(printing(5_000), "model-4999");
  const until = Date.now() + 500;
  while (Date.now() < until);
  expect(await asked).toEqual({ kind: "answered", isListed: true, version: "1.0.0" });
});

it("takes nothing from a CLI that failed", async () => {
  const script = 'console.log("model-1"); console.error("no such command"); process.exit(2)';
  expect(await ask(script, "model-2")).toEqual({ kind: "unanswered", reason: "no such command" });
});

it("answers also when no folder can be made", async () => {
  const answer = await ask(printing(1), "model-0", { TMPDIR: "/nowhere/at/all" });
  expect(answer).toEqual({ kind: "unanswered", reason: expect.stringContaining("ENOENT") });
});
