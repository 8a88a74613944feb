/** How long from a click on a row of the board until its conversation is shown, and until its code has colors. */
import type { Browser, Page } from "playwright-core";
import type { BenchFolders } from "./bench-folders.ts";
import { launch } from "./launch.ts";
import { interleaved, type Measurement } from "./measurement.ts";
import { seedTranscript } from "./seed-long-transcript.ts";
import { startServiceProcess } from "./server-process.ts";
import { serviceEnvironment } from "./service-environment.ts";
import { transcriptLines } from "./transcript-lines.ts";

const rounds = 7;
/** Of ordinary work, which ends with an answer that shows code. */
const workBytes = 400_000;

const code = [
  "The total was rounded twice. It is computed in one place now:",
  "",
  "```ts",
  "export const total = (lines: readonly Line[]): Money =>",
  "  lines.reduce((sum, { amount, count }) => add(sum, times(amount, count)), zero);",
  "```",
].join("\n");

const answer = (): string =>
  JSON.stringify({
    type: "assistant",
    timestamp: "2026-10-01T10:00:00.000Z",
    message: { role: "assistant", content: [{ type: "text", text: code }] },
  });

/** In ms. */
interface Times {
  /** The first opening in this page, and the second. */
  cold: number;
  warm: number;
  /** From the first row of the conversation to the first colored word. */
  colored: number;
}

export async function openSessionBench(bed: BenchFolders): Promise<Measurement[]> {
  const browser = await launch();
  if ("missing" in browser) return figures(null, browser.missing);
  const data = await seedTranscript(bed, [...transcriptLines(workBytes), answer()]);
  await using service = await startServiceProcess(serviceEnvironment(data));
  try {
    const opened: Times[] = [];
    await interleaved(rounds, {
      async once() {
        const times = await open(browser, service.url);
        opened.push(times);
        return times.cold;
      },
    });
    return figures(opened);
  } finally {
    await browser.close();
  }
}

async function open(browser: Browser, url: string): Promise<Times> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    await page.goto(url);
    await page.locator("[data-row] a").first().waitFor();
    // A page loads the code of the others once it has been quiet for a while; a person takes longer than that to choose.
    await page.waitForFunction(() =>
      performance.getEntriesByType("resource").some(({ name }) => name.includes("/SplitSession-")),
    );
    await page.waitForLoadState("networkidle");
    const { shown: cold, colored } = await click(page);
    await page.goBack();
    await page.locator("[data-row] a").first().waitFor();
    const { shown: warm } = await click(page);
    return { cold, warm, colored };
  } finally {
    await context.close();
  }
}

/** From the timestamp of the click; the page is checked at every frame. */
async function click(page: Page): Promise<{ shown: number; colored: number }> {
  const seen = page.evaluate(
    () =>
      new Promise<{ shown: number; colored: number }>((done) => {
        addEventListener(
          "click",
          ({ timeStamp }) => {
            let shown = Number.NaN;
            const check = (now: number): void => {
              const list = document.querySelector("[data-conversation]");
              const row = list?.querySelector("[data-item-index]");
              if (Number.isNaN(shown) && row?.checkVisibility({ visibilityProperty: true })) shown = now;
              if (!Number.isNaN(shown) && list?.querySelector("[class^='code-']"))
                done({ shown: shown - timeStamp, colored: now - shown });
              else requestAnimationFrame(check);
            };
            requestAnimationFrame(check);
          },
          { once: true, capture: true },
        );
      }),
  );
  await page.evaluate(() => undefined);
  await page.locator("[data-row] a").first().click();
  return seen;
}

function figures(opened: readonly Times[] | null, missing?: string): Measurement[] {
  const median = (of: keyof Times): number | null =>
    opened === null
      ? null
      : (opened.map((times) => times[of]).toSorted((a, b) => a - b)[rounds >> 1] ?? null);
  const figure = (name: string, of: keyof Times, goal: number): Measurement => ({
    figure: name,
    unit: "ms",
    measured: median(of),
    reference: null,
    against: "nothing",
    goal: { on: "measured", bound: "at most", value: goal },
    ...(missing !== undefined && { note: missing }),
  });
  return [
    figure("from a row to its conversation, opened for the first time", "cold", 250),
    figure("from a row to its conversation, from the page's cache", "warm", 100),
    figure("from the first row of a conversation to the colors of its code", "colored", 300),
  ];
}
