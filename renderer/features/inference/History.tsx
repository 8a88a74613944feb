import { useState } from "react";
import type { AccountReading, InferenceAccount } from "../../../server/domains/agents/accounts/model.ts";
import { lazyComponent } from "../../lib/lazy-component.ts";
import { LazyBoundary } from "../../ui/LazyBoundary.tsx";
import { QueryContent } from "../../ui/QueryContent.tsx";
import { SegmentedControl } from "../../ui/SegmentedControl.tsx";
import { useReadings } from "./api.ts";
import { text } from "./text.ts";
import { summaryOf } from "./view-model.ts";

const words = text.history;
const UseChart = lazyComponent(async () => {
  nameLanguage();
  return (await import("./UseChart.tsx")).UseChart;
});

/** uPlot formats for the browser's language as soon as it is loaded, and fails if that is no language: "en-US@posix". */
function nameLanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, "language", { value: "en-US", configurable: true });
  }
}

type Days = keyof typeof words.options;
const options = (Object.keys(words.options) as Days[]).map((value) => ({
  value,
  label: words.options[value],
}));

function Chart({ readings, label }: { readings: readonly AccountReading[]; label: string }) {
  if (readings.length === 0) return <p className="py-6 text-center text-sm text-faint">{words.empty}</p>;
  return (
    <figure className="m-0 flex flex-col gap-1" aria-label={label}>
      <LazyBoundary fallback={<div className="h-40" />}>
        <UseChart readings={readings} />
      </LazyBoundary>
      <figcaption className="flex flex-wrap gap-x-4 gap-y-0.5 text-2xs text-soft">
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden className="h-0.5 w-3 rounded-full bg-[var(--series-1)]" />
          {text.windows.five_hour}
        </span>
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden className="h-0.5 w-3 rounded-full bg-[var(--series-3)]" />
          {text.windows.seven_day}
        </span>
        <span className="text-faint">{summaryOf(readings)}</span>
      </figcaption>
    </figure>
  );
}

/** What an account used in the last days. */
export function History({ account: { id, email } }: { account: InferenceAccount }) {
  const [days, setDays] = useState<Days>("7");
  const readings = useReadings(id, Number(days));
  return (
    <div className="flex flex-col gap-2">
      <div>
        <SegmentedControl<Days> label={words.days} value={days} options={options} onChange={setDays} />
      </div>
      <QueryContent query={readings} what={words.loading} lines={4}>
        {(read) => <Chart readings={read.readings} label={words.label(email)} />}
      </QueryContent>
    </div>
  );
}
