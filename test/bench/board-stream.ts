/** How evenly a full board is drawn while agents stream their answers. */
import type { Page } from "playwright-core";
import { startScriptedModel } from "../../server/scripted-model/index.ts";
import { makeGitRepository } from "../support/repository.ts";
import type { BenchFolders } from "./bench-folders.ts";
import { launch } from "./launch.ts";
import { type Measurement, median } from "./measurement.ts";
import { seedBoard } from "./seed-board.ts";
import { startServiceProcess } from "./server-process.ts";
import { serviceEnvironment } from "./service-environment.ts";
import { whileStreaming } from "./streaming.ts";

const rows = 500;
const streams = 20;
const watchMs = 5_000;

/** The pace of one stretch of frames. */
interface Pace {
  perSecond: number;
  /** The 95th percentile of the time from one frame to the next. */
  slowMs: number;
}

type Paces = Record<"resting" | "scrolling", Pace>;

export async function boardStreamBench(bed: BenchFolders): Promise<Measurement[]> {
  const browser = await launch();
  if ("missing" in browser) return figures(null, null, browser.missing);
  const model = await startScriptedModel();
  try {
    const repository = await makeGitRepository(await bed.folder("repository"));
    await using service = await startServiceProcess({
      ...serviceEnvironment(await seedBoard(bed, rows), { modelUrl: model.url }),
      SERVICE_AGENTS_LANE_THREADS: String(streams),
    });
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    // The newest first, so that the sessions that stream are on the screen.
    await page.goto(`${service.url}/?view=created_desc`);
    await page.locator("[data-row]").first().waitFor();
    const idle = await pacesOf(page);
    const work = { url: service.url, model, repository, seconds: (2 * watchMs) / 1_000 + 2, streams };
    const busy = await whileStreaming(work, async () => {
      await page.getByRole("img", { name: "Running" }).first().waitFor();
      return pacesOf(page);
    });
    return figures(busy, idle);
  } finally {
    await browser.close();
    await model.close();
  }
}

async function pacesOf(page: Page): Promise<Paces> {
  return { resting: await paceOf(page, 0), scrolling: await paceOf(page, 6) };
}

/** Scrolls by so many pixels at each frame, back and forth. */
async function paceOf(page: Page, pixels: number): Promise<Pace> {
  const gaps = await page.evaluate(
    ({ limitMs, step }) =>
      new Promise<number[]>((done) => {
        const list = document.querySelector("[data-row]")?.closest("[data-virtuoso-scroller]");
        const found: number[] = [];
        const begun = performance.now();
        let last = 0;
        const draw = (now: number): void => {
          if (last > 0) found.push(now - last);
          last = now;
          list?.scrollBy(0, now - begun < limitMs / 2 ? step : -step);
          if (now - begun < limitMs) requestAnimationFrame(draw);
          else done(found);
        };
        requestAnimationFrame(draw);
      }),
    { limitMs: watchMs, step: pixels },
  );
  const sorted = gaps.toSorted((a, b) => a - b);
  return {
    perSecond: 1_000 / (gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length),
    slowMs: sorted[Math.floor(sorted.length * 0.95)] ?? median(sorted),
  };
}

function figures(busy: Paces | null, idle: Paces | null, missing?: string): Measurement[] {
  const note = missing === undefined ? {} : { note: missing };
  const against = "the same board while nothing streams";
  return (["resting", "scrolling"] as const).flatMap((how): Measurement[] => [
    {
      figure: `board of ${rows} rows, ${streams} sessions streaming, ${how}: frames`,
      unit: "per second",
      measured: busy?.[how].perSecond ?? null,
      reference: idle?.[how].perSecond ?? null,
      against,
      // A display shows 60; a frame may be lost to the rest of the machine.
      goal: { on: "measured", bound: "at least", value: 58 },
      ...note,
    },
    {
      figure: `the same, 95th percentile from frame to frame`,
      unit: "ms",
      measured: busy?.[how].slowMs ?? null,
      reference: idle?.[how].slowMs ?? null,
      against,
      ...note,
    },
  ]);
}
