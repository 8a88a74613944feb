/** How long until a person sees the board in a browser. */
import type { BenchFolders } from "./bench-folders.ts";
import { launch } from "./launch.ts";
import type { Measurement } from "./measurement.ts";
import { neverOpened, openBoth, openedFigures } from "./opened-page.ts";
import { seedBoard } from "./seed-board.ts";
import { startServiceProcess } from "./server-process.ts";
import { serviceEnvironment } from "./service-environment.ts";

const many = 100;
const few = 5;
const names = { page: `board of ${many} rows`, against: `a board of ${few} rows` };

export async function boardPageBench(bed: BenchFolders): Promise<Measurement[]> {
  const browser = await launch();
  if ("missing" in browser) return openedFigures(neverOpened, { ...names, note: browser.missing });
  try {
    await using onMany = await startServiceProcess(serviceEnvironment(await seedBoard(bed, many)));
    await using onFew = await startServiceProcess(serviceEnvironment(await seedBoard(bed, few)));
    const opened = await openBoth(browser, { much: onMany.url, little: onFew.url }, "[data-row]");
    return openedFigures(opened, names);
  } finally {
    await browser.close();
  }
}
