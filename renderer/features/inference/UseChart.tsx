import { useEffect, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { AccountReading } from "../../../server/domains/agents/accounts/model.ts";
import { text } from "./text.ts";
import { columnsOf } from "./view-model.ts";

const height = 160;

/** A color of the theme that holds now; a canvas does not follow custom properties by itself. */
function colorOf(element: Element, name: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${name})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

function optionsIn(element: HTMLElement): uPlot.Options {
  const faint = colorOf(element, "--ink-faint");
  const grid = { stroke: colorOf(element, "--line"), width: 1 };
  const axis = { stroke: faint, grid, ticks: grid, font: "11px system-ui" };
  const series = (label: string, color: string): uPlot.Series => ({
    label,
    stroke: colorOf(element, color),
    width: 1.5,
    spanGaps: true,
    // A lone reading has no line.
    points: { size: 4 },
  });
  return {
    width: element.clientWidth,
    height,
    legend: { show: false },
    cursor: { show: false },
    scales: { y: { range: [0, 100] } },
    axes: [axis, { ...axis, size: 44, values: (_chart, marks) => marks.map((mark) => `${mark}%`) }],
    series: [
      {},
      series(text.windows.five_hour, "--series-1"),
      { ...series(text.windows.seven_day, "--series-3"), dash: [6, 3] },
    ],
  };
}

/** Both windows over time. The text beside it says the same in words. */
export function UseChart({ readings }: { readings: readonly AccountReading[] }) {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = holder.current;
    if (element === null) return;
    let chart: uPlot | null = null;
    const draw = (): void => {
      chart?.destroy();
      chart = new uPlot(optionsIn(element), columnsOf(readings), element);
    };
    draw();
    const sized = new ResizeObserver(() => chart?.setSize({ width: element.clientWidth, height }));
    sized.observe(element);
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    scheme.addEventListener("change", draw);
    const theme = new MutationObserver(draw);
    theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => {
      sized.disconnect();
      theme.disconnect();
      scheme.removeEventListener("change", draw);
      chart?.destroy();
    };
  }, [readings]);
  return <div ref={holder} aria-hidden className="h-40 min-w-0 overflow-hidden" />;
}
