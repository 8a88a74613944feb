import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { makeTestFolder, type TestFolder } from "../../test/support/test-folder.ts";
import { apiDocsPath } from "./api-docs.ts";
import { serveApp } from "./app-test-bed.ts";
import { boardAuth } from "./board-auth.ts";
import { operation } from "./model.ts";
import { endpoints } from "./mount.ts";

const lamps = endpoints(
  {
    readLamp: operation({
      id: "readLamp",
      method: "get",
      path: "/lamps",
      summary: "Read </script> a lamp",
      callers: ["api"],
      response: z.object({ n: z.number() }),
    }),
  },
  { readLamp: () => ({ n: 1 }) },
);

const asPage = { headers: { accept: "text/html" } };

async function serveDocs(folder: TestFolder, openTo: "nobody" | "machine" = "machine") {
  await mkdir(folder.at("board", "assets"), { recursive: true });
  await writeFile(folder.at("board", "index.html"), "<head></head>the board");
  await writeFile(folder.at("board", "assets", "redoc-Ab_1-2.js"), "export {};");
  return serveApp({
    endpoints: lamps,
    board: { folder: folder.at("board"), lastEventId: () => "boot:7", callsTo: null },
    boardAuth: boardAuth({
      secret: "of this folder",
      openTo,
      browsers: { withCookie: () => null, fromPage: () => null },
    }),
  });
}

describe("the page of the API", () => {
  it("has the document and Redoc's script, and allows no other script and no request", async () => {
    await using folder = await makeTestFolder();
    await using app = await serveDocs(folder);
    const { status, text, headers } = await app.send("GET", apiDocsPath, asPage);
    expect(status).toBe(200);
    expect(headers["cache-control"]).toBe("no-store");
    const [, json = ""] = /<script type="application\/json" id="openapi">(.*)<\/script>/.exec(text) ?? [];
    expect(JSON.parse(json)).toMatchObject({
      paths: { "/api/v1/lamps": { get: { operationId: "readLamp", summary: "Read </script> a lamp" } } },
    });
    const [, script = ""] = /<script>([^]*)<\/script>/.exec(text) ?? [];
    const hash = createHash("sha256").update(script).digest("base64");
    expect(text).toContain('<script src="/assets/redoc-Ab_1-2.js"></script>');
    const policy = String(headers["content-security-policy"]).split("; ");
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        `script-src 'self' 'sha256-${hash}'`,
        "worker-src blob:",
      ]),
    );
    expect(policy.join()).not.toContain("connect-src");
  });

  it("is for whoever may open the board", async () => {
    await using folder = await makeTestFolder();
    await using app = await serveDocs(folder, "nobody");
    const { status, headers, text } = await app.send("GET", apiDocsPath, asPage);
    expect([status, headers.location]).toEqual([303, "/sign-in?return_to=%2Fdocs%2Fapi"]);
    expect(text).not.toContain("readLamp");
  });

  it("is not sent to a program that asks for no page", async () => {
    await using folder = await makeTestFolder();
    await using app = await serveDocs(folder);
    expect((await app.send("GET", apiDocsPath)).status).toBe(404);
  });
});
