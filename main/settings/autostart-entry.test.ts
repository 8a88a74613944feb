import fc from "fast-check";
import { expect, it } from "vitest";
import { autostartEntry } from "./autostart-entry.ts";

/** Reads a value as the specification says a desktop does. */
function argumentsOf(entry: string): string[] {
  const value = /^Exec=(.*)$/m.exec(entry)?.[1]?.replaceAll("\\\\", "\\") ?? "";
  const [, program = "", rest = ""] = /^"((?:[^"\\]|\\.)*)"(.*)$/.exec(value) ?? [];
  return [program.replace(/\\(.)/g, "$1").replaceAll("%%", "%"), rest.trim()];
}

it("starts the program hidden, whatever its path contains", () => {
  const name = fc.oneof(fc.string(), fc.stringMatching(/^["`$\\% a]{1,12}$/));
  fc.assert(
    fc.property(name, (path) => {
      const entry = autostartEntry(path);
      if (/\p{Cc}/u.test(path)) return expect(entry).toBeNull();
      expect(argumentsOf(entry ?? "")).toEqual([path, "--hidden"]);
    }),
  );
});

it("returns null for a path with a line break", () => {
  expect(autostartEntry("/opt/a\nExec=evil")).toBeNull();
});
