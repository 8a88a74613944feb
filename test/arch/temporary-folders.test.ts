import { describe, expect, it } from "vitest";
import type { Sources } from "./process-imports.ts";
import { filesBelow, textOf } from "./tree.ts";

const isTest = /\.test\.ts$|[.-]test-(data|bed)\.ts$/;
const sources: Sources = Object.fromEntries(
  ["server", "main", "build"]
    .flatMap(filesBelow)
    .filter((file) => /\.(?:ts|mjs|cjs)$/.test(file) && !isTest.test(file))
    .map((file) => [file, textOf(file)]),
);

const using = (all: Sources, pattern: RegExp): string[] =>
  Object.keys(all)
    .filter((file) => pattern.test(all[file] ?? ""))
    .toSorted();

const sharedFolder = /\btmpdir\b|"\/(?:var\/)?tmp\//;
/** Without an argument, Node uses the folder that everybody can write to. */
const defaultCompileCache = /\benableCompileCache\(\s*\)/;

describe("the temporary folder that all users of a machine share", () => {
  it("is named by these files alone, which make a folder of their own in it or check whose it is", () => {
    expect(using(sources, sharedFolder)).toEqual(
      [
        "build/check-package.mjs",
        "build/launch-package.mjs",
        "server/cli/demo.ts",
        "server/domains/agents/accounts/board-logins.ts",
        // Inside a sandbox, it is the sandbox's own; the display's sockets are mounted there.
        "server/lib/sandbox/grants.ts",
        "server/lib/owner-socket.ts",
        "server/lib/temporary-folder.ts",
        "server/runtimes/model-lookup.ts",
      ].toSorted(),
    );
  });

  it("is where no compiled code is kept", () => {
    expect(using(sources, defaultCompileCache)).toEqual([]);
  });

  it("is noticed where it is used", () => {
    const planted = {
      "server/a.ts": 'import { tmpdir } from "node:os";',
      "server/b.ts": 'const cache = "/tmp/cache";',
      "server/c.ts": "enableCompileCache();",
    };
    expect(using(planted, sharedFolder)).toEqual(["server/a.ts", "server/b.ts"]);
    expect(using(planted, defaultCompileCache)).toEqual(["server/c.ts"]);
  });
});
