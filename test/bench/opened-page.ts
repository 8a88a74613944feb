/** How long until a person sees a page in a browser, with much and with little content. */
import type { Browser, BrowserContext } from "playwright-core";
import { interleaved, type Measurement, median } from "./measurement.ts";

const rounds = 7;

/** In ms; null if there is no browser. */
interface OnBoth {
  much: number | null;
  little: number | null;
}

export interface Opened {
  /** The first of the page's content. */
  painted: OnBoth;
  /** The first row of what it lists. */
  shown: OnBoth;
}

const nothing: OnBoth = { much: null, little: null };
export const neverOpened: Opened = { painted: nothing, shown: nothing };

/** Opens the pages at two addresses in turn; `row` selects the rows of what they list. */
export async function openBoth(
  browser: Browser,
  addresses: Readonly<Record<keyof OnBoth, string>>,
  row: string,
): Promise<Opened> {
  const paints: Record<keyof OnBoth, number[]> = { much: [], little: [] };
  const open = (which: keyof OnBoth) => async (): Promise<number> => {
    const { painted, shown } = await openAgain(browser, addresses[which], row);
    paints[which].push(painted);
    return shown;
  };
  const shown = await interleaved(rounds, { much: open("much"), little: open("little") });
  return { painted: { much: median(paints.much), little: median(paints.little) }, shown };
}

interface Times {
  painted: number;
  shown: number;
}

/** In a browser that has cached the files already. */
async function openAgain(browser: Browser, address: string, row: string): Promise<Times> {
  const context = await browser.newContext();
  try {
    await open(context, address, row);
    return await open(context, address, row);
  } finally {
    await context.close();
  }
}

/**
 * From the start of the navigation, in a new tab. The page is checked at every frame, because a locator polls only about
 * twice a second.
 */
async function open(context: BrowserContext, address: string, row: string): Promise<Times> {
  const page = await context.newPage();
  await page.goto(address, { waitUntil: "commit" });
  const seen = await page.waitForFunction((selector) => {
    const first = document.querySelector(selector);
    return first?.checkVisibility({ visibilityProperty: true }) === true && performance.now();
  }, row);
  const shown = Number(await seen.jsonValue());
  const painted = await page.evaluate(
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
  );
  await page.close();
  return { painted, shown };
}

export function openedFigures(
  opened: Opened,
  names: { page: string; against: string; note?: string },
): Measurement[] {
  const { page, against, note } = names;
  const figure = (what: string, { much, little }: OnBoth, mostMs: number): Measurement => ({
    figure: `${page}, ${what}`,
    unit: "ms",
    measured: much,
    reference: little,
    against,
    goal: { on: "measured", bound: "at most", value: mostMs },
    ...(note !== undefined && { note }),
  });
  return [figure("first content painted", opened.painted, 250), figure("first row shown", opened.shown, 400)];
}
