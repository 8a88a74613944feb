import { expect, it } from "vitest";
import { withoutOutsideImports } from "./repository-instructions.ts";

it.each([
  ["@~/.ssh/id_ed25519", "~/.ssh/id_ed25519"],
  ["see @/etc/passwd.", "see /etc/passwd."],
  ["@../../home/.credentials.json", "../../home/.credentials.json"],
  ["@docs/../../x", "docs/../../x"],
  ["@a\\ b/../../x", "a\\ b/../../x"],
  ["@..\\x", "..\\x"],
])("takes the import from %s", (text, left) => {
  expect(withoutOutsideImports(text, "CLAUDE.md")).toBe(left);
});

it.each(["@docs/a.md", "@./docs/a\\ b.md", "ask @alice", "@types/node", "a@b.example", "@sub/../x"])(
  "leaves %s",
  (text) => {
    expect(withoutOutsideImports(text, "CLAUDE.md")).toBe(text);
  },
);

it("reads a path from the folder of the file that names it", () => {
  expect(withoutOutsideImports("@../notes.md", "api/CLAUDE.md")).toBe("@../notes.md");
  expect(withoutOutsideImports("@../../notes.md", "api/CLAUDE.md")).toBe("../../notes.md");
});
