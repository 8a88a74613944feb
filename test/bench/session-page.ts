/** How soon a person sees a session in a browser, and whether the page keeps its place while they read up. */
import type { Browser, BrowserContext, Page } from "playwright-core";
import type { Bed } from "./bed.ts";
import { launch } from "./launch.ts";
import { interleaved, type Measurement, median } from "./measurement.ts";
import { seedLongTranscript } from "./seed-long-transcript.ts";
import { startServiceProcess } from "./server-process.ts";
import { serviceEnvironment } from "./service-environment.ts";

const longLines = 100_000;
const shortLines = 100;
const rounds = 7;
const screens = 60;

export async function sessionPageBench(bed: Bed): Promise<Measurement[]> {
  const browser = await launch();
  if ("missing" in browser)
    return figures({ painted: nothing, shown: nothing, jumps: null, note: browser.missing });
  const { data: long } = await seedLongTranscript(bed, longLines);
  const { data: short } = await seedLongTranscript(bed, shortLines);
  await using onLong = await startServiceProcess(serviceEnvironment(long));
  await using onShort = await startServiceProcess(serviceEnvironment(short));
  try {
    const paints: Record<"long" | "short", number[]> = { long: [], short: [] };
    const shown = await interleaved(rounds, {
      long: () => shownAfterMs(browser, onLong.url, paints.long),
      short: () => shownAfterMs(browser, onShort.url, paints.short),
    });
    const painted = { long: median(paints.long), short: median(paints.short) };
    return figures({ painted, shown, jumps: await jumps(browser, onLong.url) });
  } finally {
    await browser.close();
  }
}

/** The list's own number of a row, which stays the same when earlier rows are loaded above it. */
const row = "[data-item-index]";

/**
 * From the start of the navigation until a row of the transcript is seen, in a browser that has the files already. When
 * the browser painted the first of the page's content is added to `paints`.
 */
async function shownAfterMs(browser: Browser, url: string, paints: number[]): Promise<number> {
  const context = await browser.newContext();
  try {
    await openedAfterMs(context, url);
    const { row, paint } = await openedAfterMs(context, url);
    paints.push(paint);
    return row;
  } finally {
    await context.close();
  }
}

/** In a tab of its own. The page is asked at every frame; a locator looks again after up to half a second. */
async function openedAfterMs(context: BrowserContext, url: string): Promise<{ row: number; paint: number }> {
  const page = await context.newPage();
  await page.goto(`${url}/sessions/1`, { waitUntil: "commit" });
  const seen = await page.waitForFunction((selector) => {
    const first = document.querySelector(selector);
    return first?.checkVisibility({ visibilityProperty: true }) === true && performance.now();
  }, row);
  const shown = Number(await seen.jsonValue());
  const paint = await page.evaluate(
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
  );
  await page.close();
  return { row: shown, paint };
}

/** How far what is read moves by itself on the way up, in pixels, the median over the screens. */
async function jumps(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`${url}/sessions/1`);
    await page.locator(row).first().waitFor();
    const moved: number[] = [];
    for (let screen = 0; screen < screens; screen++) moved.push(await movedBy(page));
    return median(moved);
  } finally {
    await context.close();
  }
}

/** Scrolls up by half a screen; how much further the row in the middle moved than the wheel asked for. */
async function movedBy(page: Page): Promise<number> {
  const place = async (): Promise<{ index: string; top: number } | null> =>
    page.evaluate((selector) => {
      const rows = [...document.querySelectorAll(selector)];
      const middle = rows.find((one) => one.getBoundingClientRect().bottom > innerHeight / 3);
      if (!middle) return null;
      return {
        index: middle.getAttribute("data-item-index") ?? "",
        top: middle.getBoundingClientRect().top,
      };
    }, row);
  const before = await place();
  await page.mouse.move(400, 300);
  await page.mouse.wheel(0, -200);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const after = await page.evaluate(
    (index) => document.querySelector(`[data-item-index="${index}"]`)?.getBoundingClientRect().top ?? null,
    before?.index ?? "",
  );
  if (before === null || after === null) throw new Error("The page lost the row that was being read");
  return Math.abs(after - before.top - 200);
}

const nothing: OnBoth = { long: null, short: null };

/** In ms; null where there is no browser. */
interface OnBoth {
  long: number | null;
  short: number | null;
}

function figures(found: {
  painted: OnBoth;
  shown: OnBoth;
  jumps: number | null;
  note?: string;
}): Measurement[] {
  const note = found.note === undefined ? {} : { note: found.note };
  const opened = (what: string, { long, short }: OnBoth): Measurement => ({
    figure: `session page of ${longLines.toLocaleString("en")} lines, ${what}`,
    unit: "ms",
    measured: long,
    reference: short,
    against: `a transcript of ${shortLines} lines`,
    goal: { on: "measured", bound: "at most", value: 500 },
    ...note,
  });
  return [
    opened("first content painted", found.painted),
    opened("first row shown", found.shown),
    {
      figure: `what is read moves by itself, a screen of ${screens} on the way up`,
      unit: "px",
      measured: found.jumps,
      reference: null,
      against: "nothing",
      ...note,
    },
  ];
}
