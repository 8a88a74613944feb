import type { BoardPage } from "./browser.ts";

interface Shift {
  value: number;
  /** What moved. */
  moved: string[];
}

/** Notes from the next page on what moves on it without a person having done anything. */
export const watchLayoutShifts = ({ context }: BoardPage): Promise<unknown> =>
  context.addInitScript(() => {
    const shifts: object[] = [];
    Reflect.set(globalThis, "layoutShifts", shifts);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        const moved = entry.sources.map(({ node }) => {
          const element = node instanceof Element ? node : node?.parentElement;
          return `${element?.tagName ?? ""} ${(element?.className ?? "").toString().slice(0, 60)}: ${element?.textContent?.slice(0, 40) ?? ""}`;
        });
        shifts.push({ value: entry.value, moved });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });

/** What moved on the page so far. */
export const layoutShifts = ({ page }: BoardPage): Promise<Shift[]> =>
  page.evaluate(() => Reflect.get(globalThis, "layoutShifts") as Shift[]);
