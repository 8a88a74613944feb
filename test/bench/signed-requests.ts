/** What it costs that the board's page signs its requests: in the browser, and in the service that checks them. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Request } from "express";
import type { Browser } from "playwright-core";
import { pageKeyService, signerScript } from "../../server/domains/access/page-keys/index.ts";
import { startPath } from "../../server/domains/access/page-keys/model.ts";
import { systemClock } from "../../server/lib/clock.ts";
import { launch } from "./launch.ts";
import { type Measurement, median } from "./measurement.ts";

const requests = 500;
const warmUp = 100;
const target = "/ui/v1/sessions/1";
const body = JSON.stringify({ prompt: "x".repeat(1_000) });

const kinds = [
  ["a read", "GET", ""],
  ["a write of 1 KB", "PATCH", body],
] as const;

interface Signed {
  tookMs: number;
  headers: Record<string, string>;
}

export async function signedRequestsBench(): Promise<Measurement[]> {
  const browser = await launch();
  const figures: Measurement[] = [];
  if ("missing" in browser)
    return kinds.map(([name]) => figureOf(name, { signed: null, checked: null, note: browser.missing }));
  try {
    for (const [name, method, sent] of kinds) {
      const { signed, checked } = await measure(browser, method, sent);
      figures.push(figureOf(name, { signed, checked, note: `median of ${requests}` }));
    }
  } finally {
    await browser.close();
  }
  return figures;
}

const figureOf = (
  name: string,
  of: { signed: number | null; checked: number | null; note: string },
): Measurement => ({
  figure: `${name}, signed by the page and checked by the service`,
  unit: "ms",
  measured: of.signed === null || of.checked === null ? null : of.signed + of.checked,
  reference: of.checked,
  against: "the check alone",
  goal: { on: "measured", bound: "at most", value: 1 },
  note: of.note,
});

/** Signs in a page and checks here, with the code of the service, what it signed. */
async function measure(
  browser: Browser,
  method: string,
  sent: string,
): Promise<{ signed: number; checked: number }> {
  const pageKeys = pageKeyService({ clock: systemClock });
  let publicKey = "";
  const server = createServer((request, response) => {
    if (request.url === startPath) response.end(JSON.stringify({ start: pageKeys.issueNonce() }));
    else if (request.method === "POST")
      void text(request).then((offer) => {
        ({ public_key: publicKey } = JSON.parse(offer) as { public_key: string });
        response.end("{}");
      });
    else response.setHeader("content-type", "text/html").end(`<script>${signerScript}</script>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const signed = await signInPage(browser, `http://127.0.0.1:${port}`, { method, sent });
    const holder = { holder: "bench", publicKey, keyPlace: `127.0.0.1:${port} ${port}` };
    const checked = signed.map(({ headers }) => {
      const request = arrived({ method, port, headers });
      const from = performance.now();
      if (!pageKeys.isFromPage(request, holder)) throw new Error("A signed request was refused");
      return performance.now() - from;
    });
    const tookMs = signed.map((one) => one.tookMs);
    return { signed: median(tookMs.slice(warmUp)), checked: median(checked.slice(warmUp)) };
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

const arrived = (of: { method: string; port: number; headers: Record<string, string> }): Request =>
  ({
    method: of.method,
    originalUrl: target,
    headers: { host: `127.0.0.1:${of.port}`, ...of.headers },
    socket: { localPort: of.port },
  }) as unknown as Request;

/** One after another, as a click of a person is. */
async function signInPage(
  browser: Browser,
  origin: string,
  { method, sent }: { method: string; sent: string },
): Promise<Signed[]> {
  const page = await browser.newPage();
  try {
    await page.goto(origin);
    return await page.evaluate(
      async ({ count, request }) => {
        const signer = globalThis.signalboxSigner;
        if (!signer) throw new Error("The page has no signer");
        await signer.bind("secret");
        const signed: { tookMs: number; headers: Record<string, string> }[] = [];
        while (signed.length < count) {
          // A page's clock goes in steps of 0.1 ms.
          const from = performance.now();
          const some: Record<string, string>[] = [];
          while (some.length < 10) some.push(await signer.headers(...request));
          const tookMs = (performance.now() - from) / some.length;
          signed.push(...some.map((headers) => ({ tookMs, headers })));
        }
        return signed;
      },
      { count: warmUp + requests, request: [method, target, sent] as const },
    );
  } finally {
    await page.close();
  }
}
