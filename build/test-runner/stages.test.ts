import { describe, expect, it } from "vitest";
import { filesOfShard, intoStages, parseShard } from "./stages.ts";

const file = (project: string, moduleId: string) => ({ moduleId, project: { name: project } });
const files = [
  ...["crash", "board", "runtimes", "inbox", "settings"].map((name) =>
    file("e2e", `test/e2e/${name}.test.ts`),
  ),
  file("cli", "server/agent.cli.test.ts"),
  ...Array.from({ length: 8 }, (_, index) => file("unit", `server/${index}.test.ts`)),
];

it("puts the stages in order, the cheapest first", () => {
  expect(intoStages(files).map(({ stage, files }) => [stage.project, files.length])).toEqual([
    ["unit", 8],
    ["cli", 1],
    ["e2e", 5],
  ]);
});

it("refuses a project that has no stage", () => {
  expect(() => intoStages([file("smoke", "a.test.ts")])).toThrow("The project smoke has no stage");
});

describe("the shards of a run", () => {
  const shards = [1, 2, 3].map((index) => filesOfShard(files, { index, count: 3 }));

  it("have every file exactly once", () => {
    const names = shards.flat().map(({ moduleId }) => moduleId);
    expect(names.toSorted()).toEqual(files.map(({ moduleId }) => moduleId).toSorted());
  });

  it("have an even part of each stage, and of the long files", () => {
    const counts = shards.map((shard) =>
      ["server/\\d", "e2e", "crash|runtimes"].map(
        (name) => shard.filter(({ moduleId }) => new RegExp(name).test(moduleId)).length,
      ),
    );
    for (const [part, least] of [2, 1, 0].entries())
      for (const count of counts) expect([least, least + 1]).toContain(count[part]);
  });

  it.each(["1/3", "3/3"])("%s is a shard", (text) => {
    expect(parseShard(text)).toEqual({ index: Number(text[0]), count: 3 });
  });

  it.each(["0/3", "4/3", "1", "a/b", "1/3/5"])("%s is not a shard", (text) => {
    expect(parseShard(text)).toBeNull();
  });
});
