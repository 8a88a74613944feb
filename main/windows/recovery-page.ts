import { text } from "../text.ts";

/** Addresses that are never loaded: navigating to one means that its button was pressed. */
export const recoveryActions = {
  retry: "https://signalbox.invalid/retry",
  otherPort: "https://signalbox.invalid/other-port",
  openLogs: "https://signalbox.invalid/open-logs",
  quit: "https://signalbox.invalid/quit",
} as const;

type RecoveryAction = keyof typeof recoveryActions;
const words = text.recovery;

const style = `body{font:15px/1.5 system-ui,sans-serif;margin:2.5rem;color:#1d2733;background:#f6f7f9}
pre{white-space:pre-wrap;overflow-wrap:anywhere;max-height:11rem;overflow:auto;padding:.8rem;background:#fff;border:1px solid #c9d1da;border-radius:6px}
nav{display:flex;flex-wrap:wrap;gap:.6rem}
a{padding:.45rem 1rem;border:1px solid #5b6b7c;border-radius:6px;color:inherit;text-decoration:none}
a:first-child{background:#1d4fa8;border-color:#1d4fa8;color:#fff}
a:focus-visible,pre:focus-visible{outline:3px solid #2f6fdb;outline-offset:2px}
@media(prefers-color-scheme:dark){body{color:#e8edf2;background:#151b22}pre{background:#0e1318;border-color:#3a4654}}`;

export interface RecoveryPage {
  message: string;
  logFolder: string;
  /** In the order of their buttons. */
  actions: readonly RecoveryAction[];
}

/** A page as a data: address, without scripts or requests. */
export function recoveryPage({ message, logFolder, actions }: RecoveryPage): string {
  const buttons = actions
    .map((action) => `<a href="${recoveryActions[action]}">${words.actions[action]}</a>`)
    .join("");
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${words.title}</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; form-action 'none'">
<style>${style}</style></head><body><main><h1>${words.title}</h1>
<p>${words.reassurance}</p>
<pre tabindex="0">${escapeHtml(message)}</pre><p>${escapeHtml(words.log(logFolder))}</p>
<nav>${buttons}</nav>
</main></body></html>`;
  return `data:text/html;charset=utf-8,${encodeURIComponent(html)}`;
}

function escapeHtml(plain: string): string {
  return plain.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
