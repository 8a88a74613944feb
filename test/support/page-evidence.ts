import { mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { BrowserContext, Page, Request } from "playwright-core";
import { onTestFailed } from "vitest";

const artifacts = join(import.meta.dirname, "../artifacts");

/** The last requests and console lines that are reported. */
const reportLimit = 40;
/** A page open for this long has most likely waited in vain, which is worth a screenshot. */
const longMs = 30_000;
/** How long to wait for a page's answer. */
const answerLimitMs = 3_000;

/** Successful requests for code of the page. */
const uneventful = /^GET \/assets\/\S+ (200|304)$/;

export interface Evidence {
  /** Records the state of the pages before they are closed. Whether the test fails is known only afterwards. */
  record(): Promise<void>;
}

interface PageState {
  said: string;
  picture: Buffer | undefined;
}

/** A failing test reports, as an additional error, the requests of its pages and their final state. */
export function gatherEvidence(context: BrowserContext): Evidence {
  const events = listen(context);
  const openedAt = performance.now();
  let states: Promise<PageState[]> | undefined;
  const take = (withPicture: boolean): Promise<PageState[]> =>
    (states ??= Promise.all(context.pages().map((page) => stateOf(page, withPicture))));
  onTestFailed(async ({ task }) => {
    // The pages of a test that timed out are still open.
    const pages = await take(true);
    const name = `failed-${basename(task.file.name, ".test.ts")} ${task.name}`;
    const kept = await keepPictures(
      name,
      pages.flatMap(({ picture }) => picture ?? []),
    );
    const lines = [...events(), ...pages.map(({ said }) => said), ...kept];
    throw new Error(["What the browser did:", ...lines].join("\n"));
  });
  return {
    async record() {
      await take(performance.now() - openedAt > longMs);
    },
  };
}

/** Returns the requests and console lines of the pages so far. */
function listen(context: BrowserContext): () => string[] {
  const requests = new Map<Request, string>();
  const said: string[] = [];
  context.on("request", (request) => requests.set(request, "no answer"));
  context.on("response", (response) => requests.set(response.request(), String(response.status())));
  context.on("requestfailed", (request) => requests.set(request, request.failure()?.errorText ?? "failed"));
  context.on("console", (message) => said.push(`${message.type()}: ${message.text()}`));
  return () => {
    const lines = [...requests].map(([one, end]) => `${one.method()} ${pathOf(one.url())} ${end}`);
    return [
      ...lines.filter((line) => !uneventful.test(line)).slice(-reportLimit),
      ...said.slice(-reportLimit),
    ];
  };
}

const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

async function stateOf(page: Page, withPicture: boolean): Promise<PageState> {
  const asked = page.evaluate(() => ({
    active: (document.activeElement?.cloneNode(false) as Element | undefined)?.outerHTML,
    text: document.body.innerText.replaceAll(/\n+/g, "\n").slice(0, 3_000),
  }));
  const state = await inTime(asked);
  const picture = withPicture ? await inTime(page.screenshot({ timeout: answerLimitMs })) : undefined;
  return { said: [page.url(), state?.active, state?.text ?? "The page did not answer."].join("\n"), picture };
}

/** undefined if the page is closed or hangs. */
function inTime<T>(answer: Promise<T>): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, answerLimitMs);
  return Promise.race([answer.catch(() => undefined), promise]).finally(() => clearTimeout(timer));
}

async function keepPictures(name: string, pictures: readonly Buffer[]): Promise<string[]> {
  const stem = join(artifacts, name.replaceAll(/[^\w-]+/g, "-").slice(0, 120));
  const paths = pictures.map((_, at) => `${stem}-${at + 1}.png`);
  await mkdir(artifacts, { recursive: true });
  for (const [at, path] of paths.entries()) await writeFile(path, pictures[at] ?? "");
  return paths;
}
