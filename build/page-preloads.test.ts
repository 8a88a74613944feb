import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { withPreloads } from "./page-preloads.mjs";

const chunk = (fileName: string, imports: string[], source = "") => ({
  type: "chunk",
  fileName,
  imports,
  isEntry: fileName === "index.js",
  moduleIds: [`/project/renderer/${source}`],
});

const bundle = Object.fromEntries(
  [
    chunk("index.js", ["start.js"]),
    chunk("start.js", []),
    chunk("session.js", ["shared.js", "start.js"], "features/session/SessionPage.tsx"),
    chunk("board.js", ["shared.js", "index.js"], "features/board/Board.tsx"),
    chunk("shared.js", ["deep.js"]),
    chunk("deep.js", ["shared.js"]),
    { type: "asset", fileName: "assets/inter-latin-wght-normal-AbC12_-x.woff2" },
    { type: "asset", fileName: "assets/inter-latin-ext-wght-normal-AbC12_-y.woff2" },
  ].map((one) => [one.fileName, one]),
) as unknown as Parameters<typeof withPreloads>[1];

/** The files that a page at `pathname` preloads, and what it asks the service for. */
async function preloaded(pathname: string) {
  const html = withPreloads("<head><title>T</title></head>", bundle);
  const script = /<script>(.*)<\/script>\s*<title>/s.exec(html)?.[1] ?? "";
  const links: { href: string }[] = [];
  const document = {
    createElement: () => ({}),
    head: { append: (link: { href: string }) => links.push(link) },
  };
  const asked: [url: string, headers: unknown][] = [];
  const fetch = (url: string, { headers }: { headers: unknown }) => {
    asked.push([url, headers]);
    return Promise.reject(new Error("The service is away"));
  };
  const window: { signalboxEarlyReads?: Map<string, Promise<unknown>> } = {};
  const signalboxSigner = { headers: async (...request: string[]) => ({ signature: request.join(" ") }) };
  runInNewContext(script, { location: { pathname }, document, window, signalboxSigner, fetch });
  for (const read of window.signalboxEarlyReads?.values() ?? []) await read.catch(() => undefined);
  expect([...(window.signalboxEarlyReads?.keys() ?? [])]).toEqual(asked.map(([url]) => url));
  return { code: links.map(({ href }) => href), asked };
}

it.each([
  ["/sessions/12", ["/session.js", "/shared.js", "/deep.js"]],
  ["/", ["/board.js", "/shared.js", "/deep.js"]],
  ["/sessions/new", []],
  ["/settings", []],
])("preloads at %s what the page's own code needs", async (pathname, files) => {
  expect((await preloaded(pathname)).code).toEqual(files);
});

it("asks at once for what a session's page shows first, as its code will", async () => {
  const session = "/ui/v1/sessions/12";
  const asked = [session, `${session}/timeline?limit=100`].map((url) => [
    url,
    { accept: "application/json", signature: `GET ${url}` },
  ]);
  expect((await preloaded("/sessions/12")).asked).toEqual(asked);
  expect((await preloaded("/sessions/new")).asked).toEqual([]);
  expect((await preloaded("/")).asked).toEqual([]);
});
