import type { Scenario } from "./plan.ts";

/** The prompt of the demo session. */
export const demoPrompt = "Add a greeting for visitors who give their name, with a test, and run the tests.";

/** The files of the demo repository, by path. */
export const demoFiles: Readonly<Record<string, string>> = {
  "README.md": lines("# Greeter", "", "Says hello to visitors. `npm test` runs the tests."),
  "package.json": lines(
    "{",
    '  "name": "greeter",',
    '  "private": true,',
    '  "type": "module",',
    '  "scripts": { "test": "node --test" }',
    "}",
  ),
  "greet.js": lines("export function greet() {", '  return "Hello.";', "}"),
  "greet.test.js": lines(
    'import assert from "node:assert/strict";',
    'import { test } from "node:test";',
    'import { greet } from "./greet.js";',
    "",
    'test("greets a visitor", () => {',
    '  assert.equal(greet(), "Hello.");',
    "});",
  ),
};

const changedFiles = {
  "greet.js": lines("export function greet(name) {", '  return name ? `Hello, ${name}.` : "Hello.";', "}"),
  "greet.test.js": lines(
    'import assert from "node:assert/strict";',
    'import { test } from "node:test";',
    'import { greet } from "./greet.js";',
    "",
    'test("greets a visitor", () => {',
    '  assert.equal(greet(), "Hello.");',
    "});",
    "",
    'test("greets a visitor by name", () => {',
    '  assert.equal(greet("Ada"), "Hello, Ada.");',
    "});",
  ),
};

/** Both files are read first because Claude Code refuses to overwrite a file it has not read. */
const demoScript = [
  "#script think The greeting is one function with one test, so both files change together.",
  "#script say I am Signalbox's scripted demo model: I run offline and follow a script. I will read greet.js and its test, let greet take a name, add a test for it and run the tests.",
  "#script read_file path=greet.js",
  "#script and",
  "#script read_file path=greet.test.js",
  "#script say greet() takes no arguments yet. I will add an optional name.",
  writeStep("greet.js"),
  "#script say Now I will add a test for a visitor with a name.",
  writeStep("greet.test.js"),
  "#script say Now I will run the tests for both greetings.",
  "#script bash cmd=node --test",
  "#script say greet() now takes an optional name and greets a visitor by it; without a name it returns the same greeting as before. greet.test.js has a second test for the named greeting. The output of `node --test` above is real: only my words and steps were scripted.",
].join("\n");

/** How the scripted model answers the demo's prompt, and questions about the demo session. */
export const demoScenarios: readonly Scenario[] = [
  { matches: /^Name this session/, script: "#script say Greet visitors by name" },
  {
    matches: /^What is the status of this session/,
    script:
      "#script say greet() takes an optional name, and greet.test.js has a second test for it; both tests pass. The changes are in the clone and not committed. (Scripted, like everything this model says.)",
  },
  { matches: /Add a greeting for visitors who give their name/, script: demoScript },
];

/** The step itself adds the last newline. */
function writeStep(path: keyof typeof changedFiles): string {
  return `#script write_file path=${path} text=${JSON.stringify(changedFiles[path].trimEnd())}`;
}

function lines(...text: string[]): string {
  return `${text.join("\n")}\n`;
}
