import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { RequestHandler } from "express";
import type { BoardAuth } from "./board-auth.ts";
import { asksForPage } from "./pages.ts";
import { html, plainColors } from "./plain-page.ts";
import { text } from "./text.ts";

/** Settings leads there (renderer/features/settings/keys/api.ts). */
export const apiDocsPath = "/docs/api";

interface ApiDocs {
  /** The built board, which has the script of Redoc among its assets (build/api-docs.mjs). */
  folder: string;
  document(): Promise<object>;
}

/** A page with every operation, for whoever may open the board. Nothing of it is read before the first visit. */
export function apiDocsPage({ folder, document }: ApiDocs, auth: BoardAuth): RequestHandler {
  return async (request, response, next) => {
    if (!asksForPage(request)) return next();
    const assets = await readdir(join(folder, "assets")).catch(() => []);
    const redoc = assets.find((name) => /^redoc-[\w-]+\.js$/.test(name));
    if (redoc === undefined) return next();
    if (!auth.welcome(request, response)) return;
    response.setHeader("content-security-policy", policy);
    response.setHeader("cache-control", "no-store");
    response.type("html").send(pageOf(`/assets/${redoc}`, await document()));
  };
}

const style = `${plainColors}
body { margin: 0; background: var(--canvas); color: var(--ink); font: 0.875rem/1.5 ui-sans-serif, system-ui, sans-serif; }
.way-back { padding: 0.625rem 1rem; border-bottom: 1px solid var(--line); background: var(--surface); }
a { color: var(--accent); }
/* What Redoc writes in one dark gray, whatever its theme says. */
.api-content h5 { color: var(--ink-soft) !important; border-color: var(--line) !important; }
.api-content polygon { fill: currentColor !important; }
`;

/** Gives Redoc the document and the board's colors, of the scheme that the browser prefers. */
const script = `{
const probe = document.body.appendChild(document.createElement("i"));
const color = (name) => { probe.style.color = "var(--" + name + ")"; return getComputedStyle(probe).color; };
const all = Object.fromEntries(["canvas", "surface", "sunken", "line", "ink", "ink-soft", "accent", "failed", "needs"].map((name) => [name, color(name)]));
probe.remove();
const font = getComputedStyle(document.body).fontFamily;
const code = { backgroundColor: all.sunken, color: all.ink };
Redoc.init(JSON.parse(document.getElementById("openapi").textContent), {
  nativeScrollbars: true, hideLoading: true, jsonSamplesExpandLevel: 4, downloadFileName: "openapi.json",
  theme: {
    colors: {
      primary: { main: all.accent }, error: { main: all.failed }, warning: { main: all.needs },
      text: { primary: all.ink, secondary: all["ink-soft"] },
      border: { dark: all.line, light: all.line }, gray: { 50: all.surface, 100: all.sunken },
    },
    schema: { linesColor: all.line, nestedBackground: all.sunken, typeNameColor: all["ink-soft"], typeTitleColor: all["ink-soft"] },
    sidebar: { backgroundColor: all.surface, textColor: all.ink },
    rightPanel: { backgroundColor: "rgb(29, 31, 36)", textColor: "rgb(236, 236, 240)" },
    codeBlock: { backgroundColor: "rgb(11, 12, 14)" },
    typography: { fontFamily: font, headings: { fontFamily: font }, links: { color: all.accent }, code },
  },
}, document.getElementById("reference"));
}`;

const scriptHash = createHash("sha256").update(script).digest("base64");

/** Redoc writes its own styles, and searches in a worker that it makes from a string. Nothing is fetched but its script. */
const policy = [
  "default-src 'none'",
  `script-src 'self' 'sha256-${scriptHash}'`,
  "worker-src blob:",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

function pageOf(redoc: string, document: object): string {
  const data = JSON.stringify(document).replaceAll("<", "\\u003c");
  const { title, wayBack } = text.apiDocs;
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/icon.svg" type="image/svg+xml"><title>${title}</title>${{ markup: `<style>${style}</style>` }}</head>
<body><nav class="way-back"><a href="/settings/keys">${wayBack}</a></nav><main id="reference"></main>
${{ markup: `<script type="application/json" id="openapi">${data}</script>` }}
${{ markup: `<script src="${redoc}"></script><script>${script}</script>` }}</body></html>`.markup;
}
