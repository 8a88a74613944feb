import { expect, it } from "vitest";
import { passingFault, shortageCodeIn, shortageOf, unlessPassing } from "./passing-fault.ts";

const coded = (code: string) => Object.assign(new Error(`spawn ${code}`), { code });

it.each([
  [coded("EMFILE"), "the service has as many files open as it may"],
  [
    new Error("It cannot be started", { cause: coded("EAGAIN") }),
    "this machine has room for no more processes",
  ],
  [coded("ENOMEM"), "this machine has no memory left"],
  [coded("ENOENT"), null],
  ["EMFILE", null],
  [null, null],
])("reads from %o what the machine is short of", (error, expected) => {
  expect(passingFault(error)).toBe(expected);
});

it.each([
  ["bwrap: Can't fork: Resource temporarily unavailable", "EAGAIN"],
  ["error: cannot open x: Too many open files", "EMFILE"],
  ["fork: Cannot allocate memory", "ENOMEM"],
  ["fatal: repository not found", null],
])("reads it from %j", (stderr, expected) => expect(shortageCodeIn(stderr)).toBe(expected));

it("lets a fallback stand for what is not there, but not for what could not be looked up", () => {
  expect(unlessPassing("none")(coded("ENOENT"))).toBe("none");
  expect(() => unlessPassing("none")(coded("EMFILE"))).toThrow("EMFILE");
});

it.each([
  [{ code: "EMFILE", said: "" }, "the service has as many files open as it may"],
  [
    { said: "fatal: cannot create thread: Resource temporarily unavailable" },
    "this machine has room for no more processes",
  ],
  [{ code: "ENOENT", said: "" }, null],
  [{ said: "fatal: repository not found" }, null],
])("reads from how a program ended what it was short of: %j", (ended, expected) => {
  expect(passingFault(shortageOf(ended))).toBe(expected);
});
