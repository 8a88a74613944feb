import { mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { BrowserContext, Page, Request } from "playwright-core";
import { onTestFailed } from "vitest";

const artifacts = join(import.meta.dirname, "../artifacts");

/** So many requests and lines of the console are told, the last ones. */
const told = 40;
/** Who kept a page open for so long has most likely waited in vain, which is worth a picture. */
const longMs = 30_000;
/** What a page does not answer by then is not told. */
const patienceMs = 3_000;

/** Code of the page that came as it should. */
const uneventful = /^GET \/assets\/\S+ (200|304)$/;

export interface Evidence {
  /** Before the pages are closed: how they stand. Whether the test fails is known only after that. */
  takeDown(): Promise<void>;
}

interface Standing {
  said: string;
  picture: Buffer | undefined;
}

/** A test that fails says, as an error of its own, what its pages asked for and how they stood at the end. */
export function gatherEvidence(context: BrowserContext): Evidence {
  const events = listen(context);
  const openedAt = performance.now();
  let standing: Promise<Standing[]> | undefined;
  const take = (withPicture: boolean): Promise<Standing[]> =>
    (standing ??= Promise.all(context.pages().map((page) => standingOf(page, withPicture))));
  onTestFailed(async ({ task }) => {
    // The pages of a test that came to its limit are open still.
    const pages = await take(true);
    const name = `failed-${basename(task.file.name, ".test.ts")} ${task.name}`;
    const kept = await keepPictures(
      name,
      pages.flatMap(({ picture }) => picture ?? []),
    );
    const lines = [...events(), ...pages.map(({ said }) => said), ...kept];
    throw new Error(["What the browser was at:", ...lines].join("\n"));
  });
  return {
    async takeDown() {
      await take(performance.now() - openedAt > longMs);
    },
  };
}

/** Gives what the pages asked for, and said in the console, so far. */
function listen(context: BrowserContext): () => string[] {
  const requests = new Map<Request, string>();
  const said: string[] = [];
  context.on("request", (request) => requests.set(request, "no answer"));
  context.on("response", (response) => requests.set(response.request(), String(response.status())));
  context.on("requestfailed", (request) => requests.set(request, request.failure()?.errorText ?? "failed"));
  context.on("console", (message) => said.push(`${message.type()}: ${message.text()}`));
  return () => {
    const lines = [...requests].map(([one, end]) => `${one.method()} ${pathOf(one.url())} ${end}`);
    return [...lines.filter((line) => !uneventful.test(line)).slice(-told), ...said.slice(-told)];
  };
}

const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

async function standingOf(page: Page, withPicture: boolean): Promise<Standing> {
  const asked = page.evaluate(() => ({
    active: (document.activeElement?.cloneNode(false) as Element | undefined)?.outerHTML,
    text: document.body.innerText.replaceAll(/\n+/g, "\n").slice(0, 3_000),
  }));
  const state = await inTime(asked);
  const picture = withPicture ? await inTime(page.screenshot({ timeout: patienceMs })) : undefined;
  return { said: [page.url(), state?.active, state?.text ?? "It does not answer."].join("\n"), picture };
}

/** A page that is closed, or hangs, answers nothing. */
function inTime<T>(answer: Promise<T>): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, patienceMs);
  return Promise.race([answer.catch(() => undefined), promise]).finally(() => clearTimeout(timer));
}

async function keepPictures(name: string, pictures: readonly Buffer[]): Promise<string[]> {
  const stem = join(artifacts, name.replaceAll(/[^\w-]+/g, "-").slice(0, 120));
  const paths = pictures.map((_, at) => `${stem}-${at + 1}.png`);
  await mkdir(artifacts, { recursive: true });
  for (const [at, path] of paths.entries()) await writeFile(path, pictures[at] ?? "");
  return paths;
}
