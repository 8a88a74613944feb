/** A planted violation: the rule that must report it, and the file it must be reported in. */
export interface Plant {
  rule: string;
  file: string;
  text: string;
}

/** Files that the plants need; they violate no rule. */
export const soil: Record<string, string> = {
  "server/index.ts": 'export { ok } from "./lib/ok.ts";\n',
  "server/lib/ok.ts": "export const ok = 1;\n",
  "server/http/ok.ts": "export const ok = 1;\n",
  "server/http/pair.ts": 'export type { Half } from "./pair-half.ts";\nexport type Whole = 1;\n',
  "server/http/pair-half.ts": 'export type { Whole } from "./pair.ts";\nexport type Half = 1;\n',
  "server/db/open.ts": "export const x = 1;\n",
  "server/jobs/table.ts": "export const jobs = 1;\n",
  "server/domains/group/alpha/index.ts":
    'export type { Beta } from "../beta/index.ts";\nexport type Alpha = 1;\n',
  "server/domains/group/alpha/queries.ts": 'export const alphaRows = "(SELECT id FROM alphas)";\n',
  "server/domains/group/beta/reads.ts":
    'import { alphaRows } from "../alpha/queries.ts";\nexport const reads = alphaRows;\n',
  "server/domains/group/beta/service.ts": "export const service = 1;\n",
  "server/domains/group/beta/table.ts":
    'import { alphas } from "../alpha/table.ts";\nexport const betas = [alphas];\n',
  "server/domains/group/beta/store.ts": 'import { betas } from "./table.ts";\nexport const store = betas;\n',
  "server/domains/group/delta/service.ts": "export const service = 1;\n",
  "server/domains/group/delta/store.ts": "export const store = 1;\n",
  "server/domains/group/delta/restore-part.ts": 'export { service } from "./service.ts";\n',
  "server/domains/roof/tiles/model.ts": "export const x = 1;\n",
  "server/domains/roof/tiles/table.ts":
    'import { alphas } from "../../group/alpha/table.ts";\nexport const x = [alphas];\n',
  "server/domains/beside/shed/model.ts": "export const x = 1;\n",
  "server/domains/group/delta/fine.test.ts": 'export { x } from "../../roof/tiles/model.ts";\n',
  "server/runtimes/index.ts": "export const registry = 1;\n",
  "server/runtimes/pi/index.ts": "export const pi = 1;\n",
  "renderer/lib/ok.ts": "export const ok = 1;\n",
  "renderer/features/list/list.ts": "export const list = 1;\n",
  "renderer/features/settings/keys/page.ts":
    'export type { list } from "../../list/list.ts";\nexport type x = 1;\n',
};

const imports = (rule: string, file: string, specifier: string, kind = "import"): Plant => ({
  rule,
  file,
  text: `${kind} { x } from "${specifier}";\nexport type Y = typeof x;\n`,
});

/** The floors of the groups that are planted, in the place of those in docs/architecture.md. */
export const plantedFloors = `
| floor | group | what it is |
| --- | --- | --- |
| 2 | \`roof\` | |
| 1 | \`group\` | |
| 1 | \`beside\` | |
`;

/** At least one for each layer rule in build/lint. */
export const layerPlants: Plant[] = [
  imports("no-unresolved", "server/lib/lost.ts", "./nowhere.ts"),
  imports("no-domain-cycles", "server/domains/group/beta/index.ts", "../alpha/index.ts", "import type"),
  imports(
    "groups-import-downwards",
    "server/domains/group/delta/upwards.ts",
    "../../roof/tiles/model.ts",
    "import type",
  ),
  imports("groups-import-downwards", "server/domains/group/delta/sideways.ts", "../../beside/shed/model.ts"),
  {
    rule: "groups-import-downwards",
    file: "server/domains/group/gamma/table.ts",
    text: 'import { x } from "../../roof/tiles/table.ts";\nexport const gammas = [x];\n',
  },
  { rule: "groups-have-floors", file: "server/domains/cellar/shelf/model.ts", text: "export const x = 1;\n" },
  imports("no-feature-cycles", "renderer/features/list/rows.ts", "../settings/keys/page.ts", "import type"),
  {
    rule: "no-cycles",
    file: "server/lib/ring.ts",
    text: 'export { b } from "./ring-back.ts";\nexport const a = 1;\n',
  },
  {
    rule: "no-cycles",
    file: "server/lib/ring-back.ts",
    text: 'import { a } from "./ring.ts";\nexport const b = a;\n',
  },
  ...["one", "two", "three"].map((name, at, all) =>
    imports("no-type-cycles", `server/lib/type-${name}.ts`, `./type-${all[(at + 1) % 3]}.ts`, "import type"),
  ),
  imports("no-type-cycles", "server/lib/near.ts", "../http/near.ts", "import type"),
  imports("no-type-cycles", "server/http/near.ts", "../lib/near.ts", "import type"),
  imports("electron-only-in-main", "server/lib/window.ts", "electron"),
  imports("electron-only-in-main", "server/lib/window-type.ts", "electron", "import type"),
  imports("server-stands-alone", "server/lib/climb.ts", "../../renderer/lib/ok.ts"),
  imports("main-sees-server-front-door", "main/deep.ts", "../server/lib/ok.ts"),
  imports(
    "renderer-sees-models-only",
    "renderer/lib/reach.ts",
    "../../server/domains/group/beta/service.ts",
    "import type",
  ),
  imports("server-uses-shipped-packages", "server/lib/development.ts", "fast-check"),
  imports("model-is-zod-and-models", "server/domains/group/alpha/model.ts", "node:fs"),
  imports("rules-are-pure", "server/domains/group/alpha/rules.ts", "./store.ts"),
  imports("rules-are-pure", "server/domains/group/delta/rules.ts", "node:crypto"),
  imports("table-has-one-writer", "server/domains/group/alpha/service.ts", "./table.ts"),
  imports("store-writes-its-own-tables", "server/domains/group/alpha/store.ts", "../../../jobs/table.ts"),
  imports("doors-call-services", "server/domains/group/alpha/routes.ts", "./store.ts"),
  {
    rule: "stores-stay-home",
    file: "server/domains/group/delta/index.ts",
    text: 'export { store } from "./store.ts";\n',
  },
  imports("stores-stay-home", "server/compose/reach.ts", "../domains/group/delta/store.ts"),
  imports("doors-call-services", "server/domains/group/alpha/job-handlers.ts", "../../../db/open.ts"),
  imports("doors-call-services", "server/domains/group/gamma/routes.ts", "../alpha/queries.ts"),
  imports("queries-stand-alone", "server/domains/group/beta/queries.ts", "./store.ts"),
  imports("job-definitions-are-schemas", "server/domains/group/alpha/jobs.ts", "../../../jobs/table.ts"),
  imports("restore-loads-no-service", "server/cli/restore.ts", "../domains/group/delta/restore-part.ts"),
  imports("domains-meet-at-index", "server/domains/group/gamma/service.ts", "../delta/service.ts"),
  {
    rule: "tables-meet-tables",
    file: "server/domains/group/alpha/table.ts",
    text: 'import { service } from "../delta/service.ts";\nexport const alphas = service;\n',
  },
  imports("platform-knows-no-domain", "server/http/knows.ts", "../domains/group/delta/service.ts"),
  imports("runtimes-know-no-domain", "server/runtimes/nosy.ts", "../http/ok.ts"),
  imports("vendors-keep-apart", "server/runtimes/codex/index.ts", "../pi/index.ts"),
  imports("vendors-are-composed", "server/domains/group/gamma/vendor.ts", "../../../runtimes/pi/index.ts"),
  imports("registry-is-composed", "server/domains/group/gamma/registry.ts", "../../../runtimes/index.ts"),
  imports("scripted-model-stands-alone", "server/scripted-model/index.ts", "../lib/ok.ts"),
  imports(
    "scripted-model-is-composed",
    "server/domains/group/gamma/scripted.ts",
    "../../../scripted-model/index.ts",
  ),
  {
    rule: "doors-call-services",
    file: "server/domains/group/alpha/tools.ts",
    text: 'export { alphas } from "./table.ts";\n',
  },
];

const lines = (count: number, line: string) => `${line}\n`.repeat(count);
const lint = (rule: string, text: string, file = `server/lint/${rule.split("/").at(-1)}.ts`): Plant => ({
  rule,
  file,
  text,
});

/** One for each rule that is an error in build/lint/oxlintrc.json. */
export const lintPlants: Plant[] = [
  lint("typescript/no-explicit-any", "export const x: any = 1;\n"),
  lint("typescript/no-non-null-assertion", "export const f = (x: string | null) => x!.length;\n"),
  lint("typescript/no-floating-promises", "export function f(p: Promise<void>): void {\n  p;\n}\n"),
  lint("typescript/no-misused-promises", "export const f = (p: Promise<boolean>) => (p ? 1 : 2);\n"),
  lint(
    "typescript/switch-exhaustiveness-check",
    'export function f(x: "a" | "b"): void {\n  switch (x) {\n    case "a":\n      throw new Error(x);\n  }\n}\n',
  ),
  lint("typescript/consistent-type-imports", 'import { Stats } from "node:fs";\nexport type S = Stats;\n'),
  lint("import/no-default-export", "export default 1;\n"),
  lint("unicorn/filename-case", "export const x = 1;\n", "server/lint/camelCase.ts"),
  lint("no-console", 'console.log("x");\nexport const x = 1;\n'),
  lint("no-warning-comments", "// TODO later\nexport const x = 1;\n"),
  lint(
    "vitest/no-focused-tests",
    'import { it } from "vitest";\nit.only("x", () => {});\n',
    "server/lint/focused.test.ts",
  ),
  lint(
    "vitest/valid-expect",
    'import { expect, it } from "vitest";\nit("x", () => {\n  expect(1);\n});\n',
    "server/lint/bare-expect.test.ts",
  ),
  lint(
    "local/sync-transaction",
    "export const f = (db: { transaction(g: unknown): void }) => db.transaction(async () => {});\n",
  ),
  lint("local/file-says-its-job", "export const x = 1;\n", "server/lint/utils.ts"),
  lint("local/suppression-has-reason", "// oxlint-disable-next-line no-console\nexport const x = 1;\n"),
  lint(
    "local/skip-has-reason",
    'import { it } from "vitest";\nit.skip("x", () => {});\n',
    "server/lint/skipped.test.ts",
  ),
  lint(
    "local/skip-has-reason",
    'import { it } from "vitest";\nit("x", (context) => {\n  context.skip();\n});\n',
    "server/lint/bare-skip.test.ts",
  ),
  lint(
    "local/siblings-have-keys-of-their-own",
    "export const Two = ({ id }: { id: number }) => (\n  <>\n    <p key={id}>one</p>\n    <p key={id}>two</p>\n  </>\n);\n",
    "renderer/features/lint/TwoParts.tsx",
  ),
  lint("max-lines", lines(401, "export {};")),
  lint("max-lines-per-function", `export function f(x: () => void): void {\n${lines(81, "  x();")}}\n`),
  lint("max-params", "export const f = (a: number, b: number, c: number, d: number) => a + b + c + d;\n"),
  lint(
    "max-depth",
    `export function f(x: boolean): number {\n${lines(4, "  if (x) {")}return 1;\n${lines(4, "  }")}return 2;\n}\n`,
  ),
  lint("complexity", `export function f(x: number): void {\n${lines(16, "  if (x > 0) x--;")}}\n`),
  lint(
    "no-restricted-imports",
    'import { execSync } from "node:child_process";\nexport const x = execSync;\n',
  ),
  lint(
    "no-restricted-imports",
    'import * as child from "node:child_process";\nexport const x = child;\n',
    "main/namespace.ts",
  ),
  lint(
    "no-restricted-imports",
    'import { execaSync } from "execa";\nexport const x = execaSync;\n',
    "main/execa.ts",
  ),
  lint(
    "no-restricted-imports",
    'import { userInfo } from "node:os";\nexport const x = userInfo;\n',
    "main/os.ts",
  ),
  lint(
    "no-restricted-imports",
    'import { toast } from "sonner";\nexport const say = toast;\n',
    "renderer/features/lint/say.ts",
  ),
  lint(
    "no-restricted-imports",
    'import { QueryClient } from "@tanstack/react-query";\nexport const client = new QueryClient();\n',
    "renderer/features/lint/own-client.ts",
  ),
  lint(
    "no-restricted-globals",
    "export const now = () => Date.now();\n",
    "server/domains/group/lint/rules.ts",
  ),
];

/** What the rules have to allow. */
export const allowed: Record<string, string> = {
  "server/lint/fine.test.ts":
    'import { it } from "vitest";\nit("x", (context) => {\n  context.skip("no display");\n});\n',
  "server/lint/reasoned.ts":
    "// oxlint-disable-next-line no-console -- the reader asked for it\nconsole.log(1);\nexport {};\n",
  "server/lint/defaulted.ts":
    'export function f(x: "a" | "b"): number {\n  switch (x) {\n    case "a":\n      return 1;\n    default:\n      return 2;\n  }\n}\n',
};

/** A mistake in each TypeScript program; the last one uses Node in the board through a shared model. */
export const typePlants: Plant[] = [
  ...["server", "main", "renderer", "test"].map((folder) => ({
    rule: "TS2322",
    file: `${folder}/wrong-type.ts`,
    text: 'export const count: number = "one";\n',
  })),
  {
    rule: "TS2591",
    file: "server/domains/group/shown/model.ts",
    text: 'import { rm } from "node:fs";\nexport const x = rm;\n',
  },
];

/** Makes the board's program include that model, and a test that must not add Node's types. */
export const typeSoil: Record<string, string> = {
  "renderer/app/main.tsx": `import { x } from "../../server/domains/group/shown/model.ts";\nexport const shown = x;\n${boardPackages()}`,
  "renderer/app/main.test.tsx": 'import { it } from "vitest";\nit("x", () => undefined);\n',
};

/** The board's packages, whose types could also add Node's types. */
function boardPackages(): string {
  const packages = [
    "react",
    "react-dom/client",
    "@base-ui/react",
    "@tanstack/react-query",
    "@tanstack/react-router",
  ];
  const more = [
    "class-variance-authority",
    "cmdk",
    "lucide-react",
    "react-diff-view",
    "react-virtuoso",
    "sonner",
  ];
  return [...packages, ...more, "streamdown", "zustand", "zod"]
    .map((name) => `export type {} from "${name}";\n`)
    .join("");
}

export const deadSoil: Record<string, string> = {
  "server/dead/unused.ts": "export const x = 1;\n",
  "server/dead/only-tested.ts": "export const x = 1;\n",
  "server/dead/only-tested.test.ts":
    'import { x } from "./only-tested.ts";\nimport { it } from "vitest";\nit("x", () => void x);\n',
};

export const messy = { "server/format/messy.ts": "export const  x = {a:1}\n" };

/** Uses of words that docs/glossary.md avoids; the rule is the word. */
export const glossaryPlants: Plant[] = [
  { rule: "parcel", file: "server/glossary/parcel-size.ts", text: "export const x = 1;\n" },
  { rule: "upkeep", file: "server/upkeep/thing.ts", text: "export const x = 1;\n" },
  { rule: "door", file: "server/glossary/name.ts", text: "export const openDoors = 1;\n" },
  {
    rule: "hand over",
    file: "main/glossary/member.ts",
    text: "export interface Window {\n  handOver(): void;\n}\n",
  },
  {
    rule: "live",
    file: "server/domains/turns/turns/limited.ts",
    text: "export const f = (live: number) => live;\n",
  },
  {
    rule: "anew",
    file: "renderer/features/glossary/Text.tsx",
    text: "export const Text = () => <p>Load the board\n  anew</p>;\n",
  },
  {
    rule: "colour*",
    file: "server/domains/group/glossary/model.ts",
    text: 'export const x = { summary: "The colours of a thing", colour_name: 1 };\n',
  },
];

/** What the glossary accepts: other words, other places, the wire, values of other programs, and allowed uses. */
export const glossarySoil: Record<string, string> = {
  "server/glossary/fine.ts":
    'export const backgroundOutdoors = { favourite_color: 1 };\nexport const live = "colour";\n// Anew, by the door.\n',
  "renderer/features/glossary/Fine.tsx": "export const Fine = () => <p>People live here</p>;\n",
  "server/glossary/known.ts": "export const door = 1;\n",
};

export const glossaryAllowed = {
  "server/glossary/known.ts": { door: 1 },
  "server/glossary/fine.ts": { door: 2 },
};
