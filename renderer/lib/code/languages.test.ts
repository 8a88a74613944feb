import { expect, it } from "vitest";
import { fenceLanguage, fileLanguage } from "./languages.ts";

it.each([
  ["src/App.tsx", "tsx"],
  ["/a/b/server.mts", "typescript"],
  ["C:\\code\\Main.CS", "csharp"],
  ["Makefile", "make"],
  ["docker/Dockerfile.test", "docker"],
  [".bashrc", "shellscript"],
  ["config/.env.local", "dotenv"],
  ["sub/CMakeLists.txt", "cmake"],
  ["notes.txt", null],
  ["LICENSE", null],
  ["", null],
])("knows the language of %j by its name", (path, language) => {
  expect(fileLanguage(path)).toBe(language);
});

it.each([
  ["ts", "typescript"],
  ["Bash", "shellscript"],
  ["c++", "cpp"],
  ["text", null],
  ["constructor", null],
])("knows what a fence means by %j", (name, language) => {
  expect(fenceLanguage(name)).toBe(language);
});
