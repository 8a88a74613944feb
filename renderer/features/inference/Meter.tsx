import { useMinute } from "../../lib/time.ts";
import { MeterBar } from "../../ui/MeterBar.tsx";
import { text } from "./text.ts";
import { percentOf, resetLabel, toneOf, type Window } from "./view-model.ts";

interface Props {
  name: string;
  share: number | null;
  /** What stands at the right. */
  aside: string;
  note?: string | undefined;
}

/** How much of something is used. */
export function Meter({ name, share, aside, note }: Props) {
  const percent = percentOf(share);
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p className="flex items-baseline justify-between gap-2 text-xs">
        <span className="text-soft">
          {name} <span className="font-medium text-ink tabular-nums">{percent}</span>
        </span>
        <span className="truncate text-faint tabular-nums">{aside}</span>
      </p>
      <MeterBar
        label={text.window.used(name, percent)}
        share={share}
        valueText={`${percent}, ${aside}`}
        tone={toneOf(share)}
      />
      {note !== undefined && <p className="text-2xs text-faint">{note}</p>}
    </div>
  );
}

/** A window of an account, with the time until it is reset. */
export function WindowMeter({ name, window }: { name: string; window: Window | null }) {
  const now = useMinute();
  if (window === null) return <Meter name={name} share={null} aside="" />;
  const { utilization, effective_utilization: counted } = window;
  const isRaised = counted !== null && utilization !== null && counted > utilization;
  return (
    <Meter
      name={name}
      share={utilization}
      aside={resetLabel(window, now)}
      note={isRaised ? text.window.counted : undefined}
    />
  );
}
