import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { RequestHandler } from "express";
import { unlessMissing } from "../lib/unless-missing.ts";
import type { BoardAuth } from "./board-auth.ts";
import { asksForPage } from "./pages.ts";
import { plainColors } from "./plain-page.ts";

/** `/docs`, and the pages below it; `/docs/api` is a page of its own (api-docs.ts). */
export const docsPaths = /^\/docs(?:\/((?:decisions\/)?[\w-]+))?\/?$/;

/**
 * The documentation, as the board's build made it of docs/ (build/docs-site.mjs), for whoever may open the board. Its pages
 * have no scripts.
 */
export function docsPages(folder: string, auth: BoardAuth): RequestHandler {
  return async (request, response, next) => {
    if (!asksForPage(request)) return next();
    const page = await pageAt(folder, docsPaths.exec(request.path)?.[1]);
    if (page === null) return next();
    if (!auth.welcome(request, response)) return;
    response.setHeader("content-security-policy", policy);
    response.setHeader("cache-control", "no-store");
    response.type("html").send(head + page);
  };
}

/** A name without an extension is a page, or a folder with a first page. */
async function pageAt(folder: string, name: string | undefined): Promise<string | null> {
  const files = name === undefined ? ["index.html"] : [`${name}.html`, join(name, "index.html")];
  for (const file of files) {
    const page = await readFile(join(folder, "docs", file), "utf8").catch(unlessMissing(null));
    if (page !== null) return page;
  }
  return null;
}

const style = `${plainColors}
* { box-sizing: border-box; }
body { margin: 0; background: var(--canvas); color: var(--ink); font: 0.9375rem/1.6 "Inter", ui-sans-serif, system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
a { color: var(--accent); }
header { display: flex; gap: 1.25rem; padding: 0.625rem 1.25rem; border-bottom: 1px solid var(--line); background: var(--surface); font-weight: 600; }
.pages { display: grid; grid-template-columns: 14rem minmax(0, 1fr); max-width: 74rem; margin: 0 auto; }
nav { padding: 1.25rem 0 2rem 1.25rem; font-size: 0.875rem; color: var(--ink-soft); }
nav h2 { margin: 1.25rem 0 0.25rem; font-size: 0.8125rem; color: var(--ink-soft); }
nav ul { margin: 0; padding: 0; list-style: none; }
nav li { padding: 0.125rem 0; }
nav a { text-decoration: none; }
nav a:hover, nav a[aria-current] { text-decoration: underline; }
main { padding: 1.25rem 1.25rem 4rem; min-width: 0; }
h1 { margin: 0.25rem 0 1rem; font-size: 1.625rem; line-height: 1.3; }
h2 { margin: 2rem 0 0.5rem; font-size: 1.25rem; }
h3 { margin: 1.5rem 0 0.5rem; font-size: 1.0625rem; }
p, ul, ol { max-width: 50rem; overflow-wrap: break-word; }
code { padding: 0.0625rem 0.25rem; border-radius: 4px; background: var(--sunken); font: 0.8125rem ui-monospace, "SF Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
pre { padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 8px; background: var(--sunken); white-space: pre-wrap; }
pre code { padding: 0; background: none; }
h3 code { font-size: 0.9375rem; }
table { border-collapse: collapse; display: block; overflow-x: auto; font-size: 0.875rem; }
th, td { padding: 0.375rem 0.75rem 0.375rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (max-width: 46rem) { .pages { grid-template-columns: 1fr; } nav { display: none; } }
`;

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** What comes before the file, which begins with its title. */
const head = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/icon.svg" type="image/svg+xml"><style>${style}</style>
`;
