/** How long until a person sees a session in a browser, and whether the page keeps its position while scrolling up. */
import type { Browser, Page } from "playwright-core";
import type { BenchFolders } from "./bench-folders.ts";
import { launch } from "./launch.ts";
import { type Measurement, median } from "./measurement.ts";
import { neverOpened, type Opened, openBoth, openedFigures } from "./opened-page.ts";
import { seedLongTranscript } from "./seed-long-transcript.ts";
import { startServiceProcess } from "./server-process.ts";
import { serviceEnvironment } from "./service-environment.ts";

const longLines = 100_000;
const shortLines = 100;
const screens = 60;

export async function sessionPageBench(bed: BenchFolders): Promise<Measurement[]> {
  const browser = await launch();
  if ("missing" in browser) return figures({ opened: neverOpened, jumps: null, note: browser.missing });
  const { data: long } = await seedLongTranscript(bed, longLines);
  const { data: short } = await seedLongTranscript(bed, shortLines);
  await using onLong = await startServiceProcess(serviceEnvironment(long));
  await using onShort = await startServiceProcess(serviceEnvironment(short));
  try {
    const addresses = { much: `${onLong.url}/sessions/1`, little: `${onShort.url}/sessions/1` };
    const opened = await openBoth(browser, addresses, row);
    return figures({ opened, jumps: await jumps(browser, onLong.url) });
  } finally {
    await browser.close();
  }
}

/** The list's own number of a row, which stays the same when earlier rows are loaded above it. */
const row = "[data-item-index]";

/** How far the content jumps while scrolling up, in pixels; the median over the screens. */
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

/** Scrolls up by half a screen. Returns how much further than the wheel the row in the middle moved. */
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

const names = {
  page: `session page of ${longLines.toLocaleString("en")} lines`,
  against: `a transcript of ${shortLines} lines`,
};

function figures(found: { opened: Opened; jumps: number | null; note?: string }): Measurement[] {
  const note = found.note === undefined ? {} : { note: found.note };
  return [
    ...openedFigures(found.opened, { ...names, ...note }),
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
