/** How fast the board responds with the maximum number of rows in a list. */
import type { Browser, Page } from "playwright-core";
import type { BenchFolders } from "./bench-folders.ts";
import { launch } from "./launch.ts";
import { interleaved, type Measurement } from "./measurement.ts";
import { seedBoard } from "./seed-board.ts";
import { startServiceProcess } from "./server-process.ts";
import { serviceEnvironment } from "./service-environment.ts";

const many = 500;
const few = 25;
const rounds = 9;

const interactions = {
  "j, to the next row": "j",
  "x, selects it": "x",
  "Ctrl+A, selects all": "Control+a",
} as const;

async function opened(browser: Browser, url: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await page.goto(url);
  await page.locator("[data-row]").first().waitFor();
  return page;
}

/** From the timestamp of the key press until the frame after the one that shows its effect. */
async function answeredAfterMs(page: Page, key: string): Promise<number> {
  const painted = page.evaluate(
    () =>
      new Promise<number>((done) => {
        addEventListener(
          "keydown",
          ({ timeStamp }) =>
            requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - timeStamp))),
          { once: true, capture: true },
        );
      }),
  );
  await page.evaluate(() => undefined);
  await page.keyboard.press(key);
  return painted;
}

export async function boardRowsBench(bed: BenchFolders): Promise<Measurement[]> {
  const browser = await launch();
  if ("missing" in browser)
    return Object.keys(interactions).map((name) => ({ ...figure(name, null, null), note: browser.missing }));
  await using onMany = await startServiceProcess(serviceEnvironment(await seedBoard(bed, many)));
  await using onFew = await startServiceProcess(serviceEnvironment(await seedBoard(bed, few)));
  try {
    const [full, small] = [await opened(browser, onMany.url), await opened(browser, onFew.url)];
    const figures: Measurement[] = [];
    for (const [name, key] of Object.entries(interactions)) {
      // The first press of each kind compiles its code.
      for (const page of [full, small]) await answeredAfterMs(page, key);
      const { of500, of25 } = await interleaved(rounds, {
        of500: () => answeredAfterMs(full, key),
        of25: () => answeredAfterMs(small, key),
      });
      figures.push(figure(name, of500, of25));
    }
    return figures;
  } finally {
    await browser.close();
  }
}

const figure = (name: string, measured: number | null, reference: number | null): Measurement => ({
  figure: `board of ${many} rows answers: ${name}`,
  unit: "ms",
  measured,
  reference,
  against: `a board of ${few} rows`,
  goal: { on: "measured", bound: "at most", value: 100 },
});
