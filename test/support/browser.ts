import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, onTestFinished, vi } from "vitest";
import { storageKeys } from "../../renderer/lib/storage-keys.ts";
import { findChromium } from "./chromium.ts";
import { gatherEvidence } from "./page-evidence.ts";
import { startTestService, type TestService } from "./service.ts";

const root = join(import.meta.dirname, "../..");
const artifacts = join(root, "test/artifacts");
export const builtBoard = join(root, "dist/renderer");

/** A name that the browser takes for this machine, as a rebinding page would have it. */
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
  `--host-resolver-rules=MAP ${foreignName} 127.0.0.1`,
];

/** One browser for the tests of a file; each of them is skipped with the reason where there can be none. */
export function useBrowser(): () => Browser {
  let found: Browser | { missing: string };
  // What hangs in a page has no limit of its own.
  vi.setConfig({ testTimeout: 90_000 });
  beforeAll(async () => {
    found = await launch();
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
 * `trusted`: SHA-256 in base64 of a public key that counts as vouched for. To overlook the faults of a certificate is
 * no way instead: Chromium then begins each request anew, and under load gives some up (ERR_TOO_MANY_RETRIES).
 */
async function launch(trusted?: string): Promise<Browser | { missing: string }> {
  if (!existsSync(join(builtBoard, "index.html")))
    return { missing: "the board is not built (`npm run build`)" };
  const chrome = await findChromium();
  if ("missing" in chrome) return chrome;
  const trust = trusted === undefined ? [] : [`--ignore-certificate-errors-spki-list=${trusted}`];
  return chromium.launch({ executablePath: chrome.path, args: [...launchFlags, ...trust] });
}

/** A page in a browser of its own, which trusts a certificate of this key; the test has compared it. */
export async function openBoardTrusting(publicKey: string, options: BoardOptions): Promise<BoardPage> {
  const browser = await launch(publicKey);
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
export const startServiceWithBoard = (
  options: Parameters<typeof startTestService>[0] = {},
): Promise<TestService> => startTestService({ rendererFolder: builtBoard, ...options });

export interface BoardOptions {
  url: string;
  look?: "light" | "dark";
  /** A phone is 390 pixels wide and touched. */
  size?: "desk" | "phone";
  /** What the page's console may complain of in this test; anything else fails it. */
  expected?: readonly RegExp[];
  /** What the browser says it is, such as a window of the app. */
  userAgent?: string;
  /** Somebody who was never here, whom an empty board leads to the set-up. Everyone else has left it. */
  newcomer?: boolean;
  /** The test answers requests itself (`page.route`); no page takes a route without this. */
  intercepted?: boolean;
}

export interface BoardPage extends AsyncDisposable {
  context: BrowserContext;
  page: Page;
  /** Shows a path of the board. */
  open(path?: string): Promise<void>;
  /** Kept in test/artifacts. */
  picture(name: string): Promise<void>;
}

const sizes = {
  desk: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
};

/**
 * A page in a context of its own, for the running test, which fails when the page has said an error, thrown one, or failed
 * to load something of its own origin.
 */
export async function openBoard(browser: Browser, options: BoardOptions): Promise<BoardPage> {
  const { url, look = "light", size = "desk", expected = [], userAgent } = options;
  const context = await browser.newContext({
    baseURL: url,
    colorScheme: look,
    reducedMotion: "reduce",
    ...sizes[size],
    ...(userAgent !== undefined && { userAgent }),
  });
  context.setDefaultTimeout(40_000);
  if (options.newcomer !== true) await leaveFirstRun(context, url);
  await (options.intercepted === true ? interceptAll(context) : refuseRoutes(context));
  const evidence = gatherEvidence(context);
  const page = await context.newPage();
  const problems = watchPage(page, url);
  // Not as the page is closed: what a test failed by would be hidden below it.
  onTestFinished(() => {
    const unexpected = problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)));
    if (unexpected.length > 0) throw new Error(`The page had trouble:\n${unexpected.join("\n")}`);
  });
  return {
    context,
    page,
    async open(path = "/") {
      await page.goto(path);
    },
    async picture(name) {
      await page.screenshot({ path: join(artifacts, `${name}.png`) });
    },
    async [Symbol.asyncDispose]() {
      await evidence.takeDown();
      if (options.intercepted === true) await letRoutesGo(context);
      await context.close();
    },
  };
}

/**
 * Requests pass through Playwright for as long as the context is there, by a route for an address that nobody asks for.
 * To begin with a page that is open is too late: Chromium says that it is done before the page has its new loaders, and
 * what the page asks for right after that goes past every route to the real service.
 */
const interceptAll = (context: BrowserContext): Promise<unknown> =>
  context.route("https://nobody.invalid/", (route) => route.abort());

/** A request that a test is still answering as its page goes would else fail the whole run. */
async function letRoutesGo(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.unrouteAll({ behavior: "ignoreErrors" });
}

function refuseRoutes(context: BrowserContext): void {
  context.on("page", (page) => {
    page.route = () =>
      Promise.reject(
        new Error("To set routes, open the page with `intercepted: true` (test/support/browser.ts)."),
      );
  });
}

/** As whoever left the set-up has it, before anything of the board runs; pages of other origins are left alone. */
const leaveFirstRun = (context: BrowserContext, url: string): Promise<unknown> =>
  context.addInitScript(
    ({ origin, key }) => {
      if (self.origin === origin) localStorage.setItem(key, '"left"');
    },
    { origin: new URL(url).origin, key: storageKeys.firstRun.key },
  );

/** Everything that goes wrong in the page, as it comes. What the page itself gave up (ERR_ABORTED) is no trouble. */
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
