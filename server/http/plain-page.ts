import { createHash } from "node:crypto";
import type { Response } from "express";

/** HTML in which everything supplied by a person or program is escaped. */
export interface Markup {
  readonly markup: string;
}

type Piece = Markup | string | number | null | false | readonly Markup[];

/** Builds HTML: values are escaped unless they are markup; null and false are left out. */
export const html = (texts: TemplateStringsArray, ...pieces: readonly Piece[]): Markup => ({
  markup: texts.reduce((all, text, index) => all + written(pieces[index - 1] ?? null) + text),
});

function written(piece: Piece): string {
  if (piece === null || piece === false) return "";
  if (typeof piece === "string" || typeof piece === "number") return escaped(String(piece));
  return "markup" in piece ? piece.markup : piece.map(({ markup }) => markup).join("");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** The board's colors for standalone pages; a test compares them with renderer/app/tokens.css. */
export const plainColors = `
:root { color-scheme: light dark;
  --canvas: light-dark(#f6f6f8, #101114); --surface: light-dark(#ffffff, #16171b);
  --sunken: light-dark(#eeeef2, #0b0c0e); --line: light-dark(#e3e3e9, #26282e);
  --line-strong: light-dark(#c9c9d3, #3d4049); --ink: light-dark(#1a1b20, #ececf0);
  --ink-soft: light-dark(#4d4f5a, #b3b5c0); --accent: light-dark(#4350cf, #a3acff);
  --accent-fill: light-dark(#4350cf, #5560dc); --accent-fill-hover: light-dark(#3743b8, #5a65df);
  --on-accent: #ffffff; --failed: light-dark(#b0251b, #ff8d84); --failed-dot: light-dark(#d93a2f, #f2635a);
  --failed-soft: light-dark(#fdedeb, #331a18);
  --needs: light-dark(#8a5200, #f2b955); --needs-soft: light-dark(#fff4df, #2e2512); }`;

/** The style of standalone pages. */
export const plainStyle = `${plainColors}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; padding: max(1rem, 9vh) 1rem 2rem; background: var(--canvas); color: var(--ink);
  font: 0.875rem/1.5 "Inter", ui-sans-serif, system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
main { max-width: 25rem; margin: 0 auto; padding: 1.75rem; border: 1px solid var(--line); border-radius: 12px;
  background: var(--surface); }
.mark { display: flex; align-items: center; gap: 0.5rem; margin: 0 0 1.25rem; color: var(--ink-soft); font-weight: 600; }
.mark img { width: 1.375rem; height: 1.375rem; }
h1 { margin: 0 0 0.5rem; font-size: 1.1875rem; line-height: 1.4; }
p, ul, ol { margin: 0 0 0.875rem; color: var(--ink-soft); }
strong { color: var(--ink); font-weight: 600; overflow-wrap: anywhere; }
a { color: var(--accent); }
label { display: block; margin: 0 0 0.875rem; font-weight: 500; }
label.check { display: flex; gap: 0.5rem; align-items: flex-start; font-weight: 400; color: var(--ink-soft); }
label.check input { margin: 0.25rem 0 0; }
input:not([type=checkbox]):not([type=radio]) { display: block; width: 100%; margin-top: 0.25rem; padding: 0.5rem 0.625rem;
  border: 1px solid var(--line-strong); border-radius: 6px; background: var(--surface); color: var(--ink); font: inherit;
  font-size: 1rem; }
button, .button { display: block; width: 100%; min-height: 2.5rem; padding: 0.5rem 0.75rem; border: 0; border-radius: 6px;
  background: var(--accent-fill); color: var(--on-accent); font: inherit; font-weight: 500; text-align: center;
  text-decoration: none; cursor: pointer; }
button:hover, .button:hover { background: var(--accent-fill-hover); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
details { margin-top: 1rem; border-top: 1px solid var(--line); padding-top: 0.875rem; }
summary { margin-bottom: 0.875rem; color: var(--accent); cursor: pointer; }
code { padding: 0.0625rem 0.25rem; border-radius: 4px; background: var(--sunken); color: var(--ink);
  font: 0.8125rem ui-monospace, "SF Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
button.quiet { margin-top: 0.5rem; border: 1px solid var(--line-strong); background: transparent; color: var(--ink); }
button.quiet:hover { background: var(--sunken); }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0.25rem 1rem; margin: 0 0 0.875rem; }
dt { color: var(--ink-soft); }
dd { margin: 0; overflow-wrap: anywhere; }
fieldset { margin: 0 0 1rem; padding: 0; border: 0; }
legend { margin: 0 0 0.375rem; padding: 0; font-weight: 500; }
label.choice { display: grid; grid-template-columns: auto 1fr; gap: 0 0.625rem; margin: 0 0 0.5rem; padding: 0.625rem 0.75rem;
  border: 1px solid var(--line); border-radius: 8px; cursor: pointer; }
label.choice:has(:checked) { border-color: var(--accent); background: var(--sunken); }
label.choice input { margin: 0.25rem 0 0; accent-color: var(--accent-fill); }
label.choice small { grid-column: 2; color: var(--ink-soft); font-size: 0.8125rem; font-weight: 400; }
[role=note] { padding: 0.625rem 0.75rem; border-radius: 8px; background: var(--needs-soft); color: var(--needs); }
[role=alert] { margin: 0 0 1rem; padding: 0.625rem 0.75rem; border: 1px solid var(--failed-dot); border-radius: 8px;
  background: var(--failed-soft); color: var(--failed); }
form + p { margin-top: 0.875rem; }
.number { margin: 0 0 0.875rem; font-size: 1.75rem; letter-spacing: 0.15em; text-align: center; }
.code-image { display: block; width: 11rem; height: 11rem; margin: 0 auto 0.875rem; border-radius: 8px; background: #fff; }
.codes { display: grid; grid-template-columns: 1fr 1fr; gap: 0.375rem; padding: 0; list-style: none; }
@media (max-width: 25rem) { .codes { grid-template-columns: 1fr; } }
`;

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const styleHash = hashOf(plainStyle);

/** Allows only the page's own script, nothing from other origins, and no framing. */
const policy = ({
  formLeadsTo = "",
  script,
  asksService = false,
}: Pick<PlainPage, "formLeadsTo" | "script" | "asksService">): string =>
  [
    "default-src 'none'",
    `script-src ${script === undefined ? "'none'" : hashOf(script)}`,
    `connect-src ${asksService ? "'self'" : "'none'"}`,
    `style-src ${styleHash}`,
    "img-src 'self' data:",
    `form-action 'self' ${formLeadsTo}`.trim(),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

export interface PlainPage {
  status?: number;
  title: string;
  body: Markup;
  /** Opens this address automatically. Unlike a redirect, it is not restricted by the form-action policy. */
  onwards?: string;
  /** A further source for form-action, where redirects of a form may lead. */
  formLeadsTo?: string;
  /** An enhancement; the page has to work without scripts. */
  script?: string;
  /** Whether the script sends requests to this service. */
  asksService?: boolean;
}

/** Sends a page that works without scripts, before or outside of the board. */
export function sendPlainPage(response: Response, page: PlainPage): void {
  const { status = 200, title, body, onwards, script } = page;
  const head = onwards === undefined ? null : html`<meta http-equiv="refresh" content="0;url=${onwards}">`;
  const style: Markup = { markup: `<style>${plainStyle}</style>` };
  const ending: Markup | null = script === undefined ? null : { markup: `<script>${script}</script>` };
  response.status(status).setHeader("content-security-policy", policy(page));
  response.setHeader("cache-control", "no-store");
  // Without a referrer, a form would also be sent without an origin, which the guard refuses.
  response.setHeader("referrer-policy", "same-origin");
  response.type("html").send(
    html`<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">${head}
<link rel="icon" href="/icon.svg" type="image/svg+xml"><title>${title} · Signalbox</title>${style}</head>
<body><main><p class="mark"><img src="/icon.svg" alt="">Signalbox</p>${body}</main>${ending}</body></html>`
      .markup,
  );
}
