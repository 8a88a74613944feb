export const linkScheme = "signalbox";

/** Longer than any valid link. */
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
 * The board's path for a link, or null if the link is not valid. Links come from web pages and emails, so they only
 * navigate: they carry no text, query or action.
 *
 * `signalbox://open | new | inbox | triggers | settings | settings/<section> | session/<id or slug>`
 */
export function parseDeepLink(link: string): string | null {
  if (link.length > longestLink) return null;
  const [, host = "", rest] = /^signalbox:\/\/([a-z]+)(?:\/([a-z0-9-]*))?$/.exec(link) ?? [];
  if (rest === undefined || rest === "") return Object.hasOwn(pages, host) ? (pages[host] ?? null) : null;
  if (host === "settings") return sectionName.test(rest) ? `/settings/${rest}` : null;
  // "/sessions/new" is the form for a new session.
  const isSession = host === "session" && rest !== "new" && sessionName.test(rest);
  return isSession ? `/sessions/${rest}` : null;
}

/** The first link among the arguments: the system passes one, and Chromium adds its own switches. */
export function findLink(argv: readonly string[]): string | null {
  for (const argument of argv) {
    const path = parseDeepLink(argument);
    if (path !== null) return path;
  }
  return null;
}
