export const linkScheme = "signalbox";

/** Longer than any link of ours; whoever sends more wants something else. */
const longestLink = 200;
const pages: Readonly<Record<string, string>> = {
  open: "/",
  new: "/sessions/new",
  inbox: "/inbox",
  triggers: "/triggers",
  settings: "/settings",
};
const sessionName = /^(?:[1-9]\d{0,14}|[a-z0-9]+(?:-[a-z0-9]+)*)$/;
const sectionName = /^[a-z]+(?:-[a-z]+)*$/;

/**
 * The board's path that a link names, or null for anything that is not exactly one of ours. Links come from web pages and
 * mails, so they only ever show a place: none carries text, a query or an action.
 *
 * `signalbox://open | new | inbox | triggers | settings | settings/<section> | session/<id or slug>`
 */
export function parseDeepLink(link: string): string | null {
  if (link.length > longestLink) return null;
  const [, host = "", rest] = /^signalbox:\/\/([a-z]+)(?:\/([a-z0-9-]*))?$/.exec(link) ?? [];
  if (rest === undefined || rest === "") return Object.hasOwn(pages, host) ? (pages[host] ?? null) : null;
  if (host === "settings") return sectionName.test(rest) ? `/settings/${rest}` : null;
  // "new" would be the page that makes one.
  const isSession = host === "session" && rest !== "new" && sessionName.test(rest);
  return isSession ? `/sessions/${rest}` : null;
}

/** The first link among a program's arguments; a system passes one, and Chromium adds switches of its own. */
export function linkAmong(argv: readonly string[]): string | null {
  for (const argument of argv) {
    const path = parseDeepLink(argument);
    if (path !== null) return path;
  }
  return null;
}
