import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import {
  allowed,
  deadSoil,
  glossaryAllowed,
  glossaryPlants,
  glossarySoil,
  layerPlants,
  lintPlants,
  messy,
  type Plant,
  plantedFloors,
  soil,
  typePlants,
  typeSoil,
} from "./plants.ts";
import { root, textOf } from "./tree.ts";

/**
 * A rule that has never failed may match nothing. So one folder contains a violation of every rule, and each tool runs over
 * it once.
 */
const tree = mkdtempSync(join(tmpdir(), "signalbox-plants-"));
const CONFIGURATION = ["package.json", "tsconfig.json", ".gitignore", "build/lint", "build/strings"];
const PROGRAMS = ["server", "main", "renderer", "test"];

const said: Record<string, string> = {};

beforeAll(async () => {
  const configurations = [
    ...CONFIGURATION,
    "docs/glossary.md",
    "test/vitest.config.ts",
    ...["plain-summary", "results", "stages", "time-limit"].map((name) => `build/test-runner/${name}.ts`),
    "test/temporary-folder.ts",
  ];
  for (const file of [...configurations, ...PROGRAMS.map((folder) => `${folder}/tsconfig.json`)]) {
    cpSync(join(root, file), join(tree, file), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(tree, "node_modules"), "junction");
  const plants = [...layerPlants, ...lintPlants, ...typePlants, ...glossaryPlants].map(
    ({ file, text }) => [file, text] as const,
  );
  const soils = { ...soil, ...allowed, ...typeSoil, ...deadSoil, ...glossarySoil, ...messy };
  write({
    ...soils,
    ...Object.fromEntries(plants),
    "docs/architecture.md": plantedFloors,
    "build/lint/glossary-allowed.json": JSON.stringify(glossaryAllowed),
  });

  const lint = ["--config", "build/lint/oxlintrc.json", "--type-aware", "--format", "unix"];
  said["layers"] = await run(["build/lint/layers.mjs"]);
  said["glossary"] = await run(["build/lint/glossary.mjs"]);
  said["lint"] = await run([...command("oxlint"), ...lint]);
  said["format"] = await run([
    ...command("@biomejs/biome", "biome"),
    "check",
    "--config-path",
    "build/lint/format.json",
    "server/format",
  ]);
  for (const folder of PROGRAMS) {
    said[folder] = await run([
      ...command("@typescript/native", "tsc"),
      "--project",
      folder,
      "--pretty",
      "false",
    ]);
  }
  said["dead"] = await run([...command("knip"), "--include", "files"]);
  said["dead in production"] = await run([...command("knip"), "--include", "files", "--production"]);
}, 90_000);

afterAll(() => rmSync(tree, { recursive: true, force: true }));

/** Rules that report folders instead of a file, and what is reported of the plant for each. */
const folders: Readonly<Record<string, string>> = {
  "no-domain-cycles": "group/alpha -> group/beta",
  "no-feature-cycles": "list -> settings/keys",
  "groups-have-floors": "server/domains/cellar",
};

describe("the layer rules", () => {
  it.each(layerPlants)("report $rule in $file", ({ rule, file }) => {
    const from = folders[rule] ?? file;
    const reported = linesOf("layers").filter((line) => line.startsWith(`${rule}: `) && line.includes(from));
    expect(reported, said["layers"]).not.toEqual([]);
  });

  it("are all planted", () => {
    const { forbidden } = createRequire(import.meta.url)("../../build/lint/layers.cjs") as {
      forbidden: Named[];
    };
    const rules = [
      ...forbidden.map(({ name }) => name),
      ...Object.keys(folders),
      "groups-import-downwards",
      "no-type-cycles",
    ];
    expect(names(layerPlants)).toEqual(rules.sort());
  });

  it("allow the files that the plants need", () => {
    const clean = linesOf("layers").filter((line) =>
      Object.keys(soil).some((file) => line.includes(`: ${file} ->`)),
    );
    expect(clean).toEqual([]);
  });

  it("allow two files of one folder to import each other's types", () => {
    const reported = linesOf("layers").filter((line) => line.startsWith("no-type-cycles: "));
    expect(reported.filter((line) => line.includes("pair"))).toEqual([]);
  });

  it("fail if no file was checked", async () => {
    const empty = mkdtempSync(join(tree, "empty-"));
    const text = await run([join(root, "build/lint/layers.mjs")], empty);
    expect(text).toContain("not-cruised: nothing at all");
    expect(text).toContain("exit code 1");
  });
});

describe("the lint rules", () => {
  it.each(lintPlants)("report $rule in $file", ({ rule, file }) => {
    const [plugin = "", name = ""] = rule.includes("/") ? rule.split("/") : ["eslint", rule];
    const reported = linesOf("lint").filter(
      (line) => line.startsWith(file) && line.endsWith(`/${plugin}(${name})]`),
    );
    expect(
      reported,
      linesOf("lint")
        .filter((line) => line.startsWith(file))
        .join("\n"),
    ).not.toEqual([]);
  });

  it("are all planted", () => {
    const rules = z.record(z.string(), z.unknown());
    const config = z
      .object({ rules, overrides: z.array(z.object({ rules })) })
      .parse(JSON.parse(textOf("build/lint/oxlintrc.json")));
    const all = [config.rules, ...config.overrides.map((override) => override.rules)].flatMap(Object.entries);
    const errors = new Set(all.filter(([, setting]) => setting !== "off").map(([name]) => String(name)));
    expect(names(lintPlants)).toEqual([...errors].sort());
  });

  it("allow a skip, a suppression and a switch with a reason", () => {
    const reported = linesOf("lint").filter((line) =>
      Object.keys(allowed).some((file) => line.startsWith(file)),
    );
    expect(reported).toEqual([]);
  });
});

describe("the glossary", () => {
  it.each(glossaryPlants)("reports $rule in $file", ({ rule, file }) => {
    const reported = linesOf("glossary").filter((line) => line.includes(` uses "${rule}"; see `));
    const places = reported.map((line) => line.split(":")[0] ?? "");
    expect(
      places.filter((place) => file.startsWith(place)),
      said["glossary"],
    ).not.toEqual([]);
  });

  it("accepts other words, other places, foreign names and allowed uses", () => {
    const reported = linesOf("glossary").filter(
      (line) => line.includes(" uses ") && Object.keys(glossarySoil).some((file) => line.startsWith(file)),
    );
    expect(reported.filter((line) => line.includes("; see "))).toEqual([]);
  });

  it("reports an allowance that is larger than its use, and a folder that does not exist", () => {
    expect(said["glossary"]).toContain(
      'server/glossary/fine.ts: allowed to use "door" 2 times, but uses it 0 times',
    );
    expect(said["glossary"]).toContain(
      "docs/glossary.md names server/domains/sessions/sessions, which does not exist",
    );
    expect(said["glossary"]).toContain("exit code 1");
  });
});

it("reports layout that biome would change", () => {
  expect(said["format"]).toContain("server/format/messy.ts");
});

it.each(typePlants)("reports $rule in $file in the program that contains it", ({ rule, file }) => {
  const program = rule === "TS2322" ? (file.split("/")[0] ?? "") : "renderer";
  const found = linesOf(program).filter((line) => line.includes(file) && line.includes(`error ${rule}`));
  expect(found, said[program]).toHaveLength(1);
});

it("accepts the same model in a Node program", () => {
  expect(linesOf("server").filter((line) => line.includes("shown/model.ts"))).toEqual([]);
});

it("reports an unused file, and in production a file that only its test uses", () => {
  expect(said["dead"]).toContain("server/dead/unused.ts");
  expect(said["dead"]).not.toContain("server/dead/only-tested.ts");
  expect(said["dead in production"]).toContain("server/dead/only-tested.ts");
});

interface Named {
  name: string;
}

function names(plants: Plant[]): string[] {
  return [...new Set(plants.map(({ rule }) => rule))].sort();
}

function linesOf(tool: string): string[] {
  return (said[tool] ?? "").split("\n").map((line) => line.trim());
}

function write(files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), text);
  }
}

/** The output and errors of a Node script, with its exit code as the last line. */
function run(argv: string[], cwd = tree): Promise<string> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, argv, { cwd, maxBuffer: 1 << 26 }, (_error, stdout, stderr) => {
      resolve(`${stdout}\n${stderr}\nexit code ${child.exitCode}`);
    });
  });
}

function command(packageName: string, name = packageName): string[] {
  const manifest = z.object({ bin: z.union([z.string(), z.record(z.string(), z.string())]) });
  const { bin } = manifest.parse(JSON.parse(textOf(`node_modules/${packageName}/package.json`)));
  const script = typeof bin === "string" ? bin : (bin[name] ?? "");
  return [join(root, "node_modules", packageName, script)];
}
