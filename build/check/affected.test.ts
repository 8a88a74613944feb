import { describe, expect, it } from "vitest";
import { affectedPrograms, affectedTests, type ImportGraph } from "./affected.ts";

const wakes = "server/domains/sessions/wakes";
const turns = "server/domains/turns/turns";
const graph: ImportGraph = {
  [`${wakes}/model.ts`]: [],
  [`${wakes}/rules.ts`]: [`${wakes}/model.ts`],
  [`${wakes}/rules.test.ts`]: [`${wakes}/rules.ts`],
  [`${wakes}/service.ts`]: [`${wakes}/rules.ts`],
  [`${wakes}/index.ts`]: [`${wakes}/service.ts`],
  [`${turns}/service.ts`]: [`${wakes}/index.ts`],
  [`${turns}/service.db.test.ts`]: [`${turns}/service.ts`],
  "server/compose.ts": [`${wakes}/index.ts`, `${turns}/service.ts`],
  "server/index.ts": ["server/compose.ts"],
  "server/start.test.ts": ["server/index.ts"],
  "server/lib/paths.test.ts": [],
  "main/boot.ts": ["server/index.ts"],
  "renderer/wakes/api.ts": [`${wakes}/model.ts`],
  "renderer/wakes/api.test.ts": ["renderer/wakes/api.ts"],
  "test/support/service.ts": ["server/index.ts"],
  "test/contract/fuzz.test.ts": ["test/support/service.ts", `${wakes}/model.ts`],
  "test/contract/listing.test.ts": ["test/support/service.ts"],
  "test/contract/wakes.test.ts": ["test/support/service.ts", `${wakes}/model.ts`],
  "test/e2e/wakes.test.ts": ["test/support/service.ts", `${wakes}/model.ts`],
  "test/arch/sizes.test.ts": [],
  "test/arch/planted.test.ts": [],
};
const tests = [...Object.keys(graph).filter((file) => file.includes(".test.")), "build/workflows.test.ts"];

describe("the tests that a change affects", () => {
  it.each<[string, string[], string[], string[]]>([
    [
      "of a rule are those that import it, and the contract tests of its domain, but not all that start the service",
      [`${wakes}/rules.ts`],
      [
        `${turns}/service.db.test.ts`,
        `${wakes}/rules.test.ts`,
        "test/arch/sizes.test.ts",
        "test/contract/wakes.test.ts",
      ],
      ["test/contract/fuzz.test.ts"],
    ],
    [
      "of a model include those of the page, and leave out browser and long tests",
      [`${wakes}/model.ts`],
      [
        "renderer/wakes/api.test.ts",
        `${turns}/service.db.test.ts`,
        `${wakes}/rules.test.ts`,
        "test/arch/sizes.test.ts",
        "test/contract/wakes.test.ts",
      ],
      ["test/contract/fuzz.test.ts", "test/e2e/wakes.test.ts"],
    ],
    [
      "include every test file that changed itself",
      ["test/e2e/wakes.test.ts", "server/lib/paths.test.ts"],
      ["server/lib/paths.test.ts", "test/arch/sizes.test.ts", "test/e2e/wakes.test.ts"],
      [],
    ],
    [
      "of the tooling are its own, and those that prove the lint rules",
      ["build/lint/plugin.mjs"],
      ["build/workflows.test.ts", "test/arch/planted.test.ts", "test/arch/sizes.test.ts"],
      [],
    ],
  ])("%s", (_title, changed, run, left) => {
    const affected = affectedTests(graph, changed, tests);
    expect({ run: affected.run.toSorted(), left: affected.left.toSorted() }).toEqual({
      run: run.toSorted(),
      left,
    });
  });
});

describe("the programs that a change affects", () => {
  it.each<[string, string[], string[]]>([
    ["are those that import it", [`${wakes}/rules.ts`], ["server", "main", "test"]],
    ["include the page's for a model", [`${wakes}/model.ts`], ["server", "main", "renderer", "test"]],
    ["are the tests' alone for a test of the page", ["renderer/wakes/api.test.ts"], ["test"]],
    ["include the tooling's where it imports the file", ["main/links.ts"], ["main", "build"]],
    ["are all for a shared setting", ["tsconfig.json"], ["server", "main", "renderer", "test", "build"]],
    ["are none for a document", ["README.md"], []],
  ])("%s", (_title, changed, programs) => {
    expect(affectedPrograms(graph, changed, ["main/links.ts"])).toEqual(programs);
  });
});
