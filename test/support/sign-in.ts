import { Secret, TOTP } from "otpauth";
import { pageTicket } from "./board.ts";
import { newPageKey, offerOf, type TestPageKey } from "./page-signer.ts";

export interface Page {
  url: URL;
  status: number;
  headers: Headers;
  text: string;
}

/** What the page that ends a sign-in has its key bound with, and where it leads. */
export function finishOf(text: string): { token: string; returnTo: string } | null {
  const [, token, returnTo = ""] = /data-token="([^"]+)" data-return-to="([^"]*)"/.exec(text) ?? [];
  return token === undefined ? null : { token, returnTo: returnTo.replaceAll("&amp;", "&") };
}

/** A browser without a screen: it keeps cookies by origin, follows redirects, submits forms and has its key bound. */
export function visitor(start: string) {
  const jars = new Map<string, Map<string, string>>();
  let pageKey: TestPageKey | null = null;
  const jarOf = ({ origin }: URL): Map<string, string> => {
    const jar = jars.get(origin) ?? new Map<string, string>();
    jars.set(origin, jar);
    return jar;
  };

  const cookieFor = (url: URL): string =>
    [...jarOf(url)].map(([name, value]) => `${name}=${value}`).join("; ");

  function keep(url: URL, headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "" || /expires=Thu, 01 Jan 1970/i.test(line)) jarOf(url).delete(name);
      else jarOf(url).set(name, value);
    }
  }

  async function ask(url: URL, init: RequestInit = {}): Promise<Page> {
    const cookie = cookieFor(url);
    const headers = { accept: "text/html", ...(cookie !== "" && { cookie }), ...init.headers };
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    keep(url, response.headers);
    return { url, status: response.status, headers: response.headers, text: await response.text() };
  }

  /** Has a key bound, as the script of the page that ends a sign-in does. */
  async function bindKey({ url }: Page, token: string): Promise<void> {
    const key = newPageKey();
    const headers = { "content-type": "application/json", origin: url.origin };
    const body = JSON.stringify({ token, ...offerOf(key, url.host, token) });
    const answer = await ask(new URL("/ui/page_key", url), { method: "POST", headers, body });
    if (answer.status !== 200) throw new Error(`The key was not bound: ${answer.status} ${answer.text}`);
    pageKey = key;
  }

  /** Goes on from the page before a consent page. The address that is told has no ticket. */
  async function followWithTicket({ url }: Page, until: (url: URL) => boolean): Promise<Page> {
    const target = url.pathname + url.search;
    const ticket = await pageTicket(url.origin, target, { cookie: cookieFor(url), ...pageKey?.header });
    const page = await ask(new URL(`${target}&page_ticket=${ticket}`, url));
    return follow({ ...page, url }, until);
  }

  /** Follows redirects; `until` stops before a URL is requested. */
  async function follow(page: Page, until: (url: URL) => boolean): Promise<Page> {
    const refresh = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(page.text)?.[1];
    if (pageKey !== null && page.text.includes("signalbox-ticket-1")) return followWithTicket(page, until);
    const finish = finishOf(page.text);
    if (finish) await bindKey(page, finish.token);
    const onwards = finish?.returnTo === "" ? undefined : finish?.returnTo;
    const location = page.headers.get("location") ?? onwards ?? refresh?.replaceAll("&amp;", "&");
    if (location === undefined) return page;
    const url = new URL(location, page.url);
    return until(url) ? { ...page, url } : follow(await ask(url), until);
  }

  const open = async (path: string, until: (url: URL) => boolean = () => false): Promise<Page> =>
    follow(await ask(new URL(path, start)), until);

  return {
    open,
    ask: (path: string, init?: RequestInit): Promise<Page> => ask(new URL(path, start), init),
    /** Submits the first form of the page, with its fields filled in. */
    async send(
      page: Page,
      fields: Record<string, string> = {},
      until: (url: URL) => boolean = () => false,
    ): Promise<Page> {
      const action = /<form method="post" action="([^"]+)"/.exec(page.text)?.[1];
      if (action === undefined) throw new Error(`No form on the page:\n${page.text}`);
      const form = /<form.*?<\/form>/s.exec(page.text)?.[0] ?? "";
      const hidden = [...form.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
      const body = new URLSearchParams(
        hidden.map(([, name = "", value = ""]) => [name, value.replaceAll("&amp;", "&")]),
      );
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      return follow(await ask(new URL(action, page.url), { method: "POST", body }), until);
    },
    /** The cookies that the browser would send to the service. */
    cookie: (): string => cookieFor(new URL(start)),
    /** What the page's requests carry: the cookies, and what has them signed with its key. */
    headers(): Record<string, string> {
      return { cookie: cookieFor(new URL(start)), ...pageKey?.header };
    },
    cookies: jarOf(new URL(start)),
    /** Ends its sign-in at the provider. */
    forgetProvider: (issuer: string): void => jarOf(new URL(issuer)).clear(),
  };
}
export type Visitor = ReturnType<typeof visitor>;

/** A person's authenticator app, which has scanned the page. */
export function authenticatorOf(page: Page) {
  const typed = /Type this into the app: <code>([A-Z2-7 ]+)<\/code>/.exec(page.text)?.[1];
  if (typed === undefined) throw new Error(`No authenticator on the page:\n${page.text}`);
  const secret = typed.replaceAll(" ", "");
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return {
    secret,
    /** The current code, or the code this many half minutes later. */
    code: (later = 0): string => totp.generate({ timestamp: Date.now() + later * 30_000 }),
  };
}

/** Goes to the page after the provider: the code, the setup of an authenticator, or the board itself. */
export async function comeFromProvider(browser: Visitor, path = "/"): Promise<Page> {
  return browser.send(await browser.open(path));
}

const recoveryCodesOn = (page: Page): string[] =>
  [...page.text.matchAll(/<code>([a-z2-9]{4}(?:-[a-z2-9]{4}){3})<\/code>/g)].map(([, code = ""]) => code);

/** Signs in completely for the first time, with `code`. The next unused code is that of the next half minute. */
export async function enrol(browser: Visitor, path = "/", fields: Record<string, string> = {}) {
  const page = await comeFromProvider(browser, path);
  const app = authenticatorOf(page);
  const code = app.code();
  const done = await browser.send(page, { code, ...fields });
  return { app, code, done, recoveryCodes: recoveryCodesOn(done) };
}
