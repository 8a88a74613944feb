import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, onTestFinished, vi } from "vitest";
import { storageKeys } from "../../renderer/lib/storage-keys.ts";
import { findChromium } from "./chromium.ts";
import { gatherEvidence } from "./page-evidence.ts";
import { serviceAt, startTestService, type TestService } from "./service.ts";

const root = join(import.meta.dirname, "../..");
const artifacts = join(root, "test/artifacts");
export const builtBoard = join(root, "dist/renderer");

/** A name that the browser resolves to this machine, as in a DNS rebinding attack. */
export const foreignName = "evil.test";

const launchFlags = [
  "--no-sandbox",
  "--disable-dev-shm-usage",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // A process for each page would load and compile the whole board anew.
  "--renderer-process-limit=1",
  `--host-resolver-rules=MAP ${foreignName} 127.0.0.1`,
];

/** One browser for the tests of a file, with further flags. If there is none, each test is skipped with the reason. */
export function useBrowser(flags: readonly string[] = []): () => Browser {
  let found: Browser | { missing: string };
  // A page that hangs has no time limit of its own.
  vi.setConfig({ testTimeout: 90_000 });
  beforeAll(async () => {
    found = await launch({ flags });
  }, 120_000);
  beforeEach((context) => {
    if ("missing" in found) context.skip(found.missing);
  });
  afterAll(async () => {
    if (!("missing" in found)) await found.close();
  });
  return () => {
    if ("missing" in found) throw new Error(found.missing);
    return found;
  };
}

/**
 * `trusted`: the SHA-256, in base64, of a public key to trust. Ignoring certificate errors instead does not work: Chromium
 * then starts each request twice and gives up some of them under load (ERR_TOO_MANY_RETRIES).
 */
async function launch({
  trusted,
  flags = [],
}: {
  trusted?: string;
  flags?: readonly string[];
}): Promise<Browser | { missing: string }> {
  if (!existsSync(join(builtBoard, "index.html")))
    return { missing: "the board is not built (`npm run build`)" };
  const chrome = await findChromium();
  if ("missing" in chrome) return chrome;
  const trust = trusted === undefined ? [] : [`--ignore-certificate-errors-spki-list=${trusted}`];
  return chromium.launch({ executablePath: chrome.path, args: [...launchFlags, ...trust, ...flags] });
}

/** A page in its own browser, which trusts certificates with this key. The test has compared the key before. */
export async function openBoardTrusting(publicKey: string, options: BoardOptions): Promise<BoardPage> {
  const browser = await launch({ trusted: publicKey });
  if ("missing" in browser) throw new Error(browser.missing);
  const board = await openBoard(browser, options);
  return {
    ...board,
    async [Symbol.asyncDispose]() {
      try {
        await board[Symbol.asyncDispose]();
      } finally {
        await browser.close();
      }
    },
  };
}

/** A service that serves the built board. */
export async function startServiceWithBoard({
  confirms = true,
  ...options
}: Parameters<typeof startTestService>[0] & {
  /** Whether a person confirms at once what the board asks to be confirmed outside the page. */
  confirms?: boolean;
} = {}): Promise<TestService> {
  const started = await startTestService({ rendererFolder: builtBoard, ...options });
  const { service } = started;
  if (confirms)
    service.onConfirmation(({ id }) => setImmediate(() => service.settleConfirmation(id, "confirmed")));
  return started;
}

/** The addresses that ask for a confirmation outside the page. */
const confirmedPaths = [
  "api_keys",
  "api_keys/\\d+/restore",
  "backups/[^/]+/restore",
  "device_pairings",
  "external_apps/\\d+/keys",
  "lan",
  "oauth_grants/\\d+",
  "repositories/(?:foreign_owner|sandbox|trust)",
  "sessions",
  "sessions/[^/]+/sandbox",
  "triggers/\\d+",
];
/** How the browser's console names a request that has to be confirmed first. */
const confirmationAsked = new RegExp(
  `status of 409 .*\\(https?://[^/]+/(?:ui/v1/(?:${confirmedPaths.join("|")})|oauth/authorize\\S*)\\)$`,
);

export interface BoardOptions {
  url: string;
  look?: "light" | "dark";
  /** A phone is 390 pixels wide and has a touch screen. */
  size?: "desk" | "phone";
  /** Errors that the page may report in this test; any other error fails it. */
  expected?: readonly RegExp[];
  /** Replaces the browser's User-Agent, for example by that of the desktop app. */
  userAgent?: string;
  /** The service that `url` leads to, if something is in front of it. */
  service?: Pick<TestService, "url">;
  /** Opens the pages without signing in to the board. */
  signedOut?: boolean;
  /** Shows the first-run setup, which other pages have left already. */
  newcomer?: boolean;
  /** Lets the page use its service worker, which keeps the app for when the service is away. */
  serviceWorker?: boolean;
  /** The test answers requests itself with `page.route` or `routeChunks`; pages refuse routes without this. */
  intercepted?: boolean;
}

export interface BoardPage extends AsyncDisposable {
  context: BrowserContext;
  page: Page;
  /** Opens a path of the board. */
  open(path?: string): Promise<void>;
  /** Saves a screenshot in test/artifacts. */
  picture(name: string): Promise<void>;
}

/** Off in CI, where nobody looks at them: they take a quarter of the time of the browser tests. */
const takesPictures = process.env["SIGNALBOX_PICTURES"] !== "0";

const sizes = {
  desk: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
};

/**
 * A page in its own context, for the running test. The test fails if the page logs or throws an error, or fails to load
 * something from its own origin.
 */
export async function openBoard(browser: Browser, options: BoardOptions): Promise<BoardPage> {
  const { url, look = "light", size = "desk", expected = [], userAgent } = options;
  const context = await browser.newContext({
    baseURL: url,
    colorScheme: look,
    reducedMotion: "reduce",
    // A worker fetches the whole app after each first page, and its requests bypass routes.
    serviceWorkers: options.serviceWorker === true ? "allow" : "block",
    ...sizes[size],
    ...(userAgent !== undefined && { userAgent }),
  });
  context.setDefaultTimeout(40_000);
  if (options.newcomer !== true) await leaveFirstRun(context, url);
  if (options.signedOut !== true) await signIn(context, { url, service: options.service?.url ?? url });
  if (options.intercepted === true) await interceptAll(context);
  guardRoutes(context, options);
  const evidence = gatherEvidence(context);
  const page = await context.newPage();
  const problems = watchPage(page, url);
  // Not when the page is closed, because that would hide the failure of the test itself.
  onTestFinished(() => {
    const unexpected = problems.filter(
      (problem) => ![confirmationAsked, ...expected].some((pattern) => pattern.test(problem)),
    );
    if (unexpected.length > 0) throw new Error(`The page reported errors:\n${unexpected.join("\n")}`);
  });
  return {
    context,
    page,
    async open(path = "/") {
      await page.goto(path);
    },
    async picture(name) {
      if (!takesPictures) return;
      const path = join(artifacts, `${name}.png`);
      await page.screenshot({ path }).catch(async (error: unknown) => {
        if (!String(error).includes("Unable to capture screenshot")) throw error;
        // Chromium refuses while a page has no frame yet, as right after its content was replaced.
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
        await page.screenshot({ path });
      });
    },
    async [Symbol.asyncDispose]() {
      await evidence.record();
      if (options.intercepted === true) await removeRoutes(context);
      await context.close();
    },
  };
}

/**
 * Makes all requests of the context pass through Playwright, with a route for an address that is never requested. Adding
 * the first route to an open page is too late: Chromium reports that it is ready before the page has its new loaders, and
 * requests made right after that bypass every route.
 */
const interceptAll = (context: BrowserContext): Promise<unknown> =>
  context.route("https://nobody.invalid/", (route) => route.abort());

/** Otherwise a request that a test is still answering when its page closes would fail the whole run. */
async function removeRoutes(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.unrouteAll({ behavior: "ignoreErrors" });
}

/** Refuses routes of pages that are not intercepted, and routes for chunks, which need a check that they were used. */
function guardRoutes(context: BrowserContext, { intercepted }: BoardOptions): void {
  context.on("page", (page) => {
    const addRoute = page.route.bind(page);
    page.route = async (pattern, ...rest) => {
      if (intercepted !== true)
        throw new Error("To add routes, open the page with `intercepted: true` (test/support/browser.ts).");
      if (typeof pattern === "string" && /assets|\.js/.test(pattern))
        throw new Error("To answer requests for chunks, use `routeChunks` (test/support/chunks.ts).");
      return addRoute(pattern, ...rest);
    };
  });
}

/** Stores that the first-run setup was left, before any code of the board runs. Pages of other origins are not affected. */
const leaveFirstRun = (context: BrowserContext, url: string): Promise<unknown> =>
  context.addInitScript(
    ({ origin, key }) => {
      if (self.origin === origin) localStorage.setItem(key, '"left"');
    },
    { origin: new URL(url).origin, key: storageKeys.firstRun.key },
  );

/**
 * Signs in with a launch link, if the board at this URL uses them. Its page makes a key that cannot be copied into the
 * browser; it leads on to a small file.
 */
async function signIn(
  context: BrowserContext,
  { url, service }: { url: string; service: string },
): Promise<void> {
  const link = serviceAt(service)?.launchLink();
  if (link === undefined || !link.includes("#code=")) return;
  const page = await context.newPage();
  const light = "/icon.svg";
  await page.goto(`${url}/sign-in?return_to=${light}${new URL(link).hash}`);
  await page.waitForURL(url + light);
  await page.close();
}

/** Collects the errors of the page. Requests that the page itself aborted (ERR_ABORTED) do not count. */
function watchPage(page: Page, origin: string): string[] {
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => problems.push(`thrown: ${error.stack ?? error.message}`));
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    if (request.url().startsWith(origin) && reason !== "net::ERR_ABORTED")
      problems.push(`request: ${request.url()} ${reason}`);
  });
  return problems;
}
