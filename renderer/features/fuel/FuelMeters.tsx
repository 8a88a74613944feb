import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { RuntimeFuel } from "../../../server/domains/scheduling/fuel/model.ts";
import { useSecond } from "../../lib/second-clock.ts";
import { useMinute } from "../../lib/time.ts";
import { MeterBar } from "../../ui/MeterBar.tsx";
import { useFuel } from "./api.ts";
import { text } from "./text.ts";
import { backWords, budgetLine, type FuelLine, isCounted, runtimeLine, todayLine } from "./view-model.ts";

interface LineProps {
  line: FuelLine;
  link: Pick<LinkProps, "to" | "search">;
  children?: ReactNode;
}

/** The whole line leads to its page. */
function Line({ line: { name, figure, title, tone, share, meter }, link, children }: LineProps) {
  return (
    <li className="relative flex min-h-6 flex-col justify-center gap-1 rounded-md px-2.5 py-1 hover:bg-hover pointer-coarse:min-h-11">
      <Link
        {...link}
        title={title === "" ? undefined : title}
        className="flex flex-wrap items-baseline justify-between gap-x-2 text-xs text-soft outline-none after:absolute after:inset-0 after:rounded-md hover:text-ink focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
      >
        <span className="min-w-0 wrap-anywhere">{name}</span>
        <span
          className={`ms-auto font-medium tabular-nums ${tone === "full" ? "text-failed" : tone === "warns" ? "text-needs" : "text-ink"}`}
        >
          {figure}
        </span>
      </Link>
      {share !== null && (
        <MeterBar
          label={meter}
          share={share}
          valueText={tone === "full" || title === "" ? figure : title}
          tone={tone}
          isSlim
        />
      )}
      {children}
    </li>
  );
}

/** The only parts that are drawn again as the time passes. */
function Countdown({ until }: { until: string }) {
  const now = useMinute();
  return isCounted(until, now) ? <SecondsLeft until={until} /> : backWords(until, now);
}
function SecondsLeft({ until }: { until: string }) {
  return backWords(until, useSecond());
}

function RuntimeLine({ runtime }: { runtime: RuntimeFuel }) {
  const now = useMinute();
  const { lacks, back_at: back, waiting_sessions: waiting } = runtime;
  return (
    <Line line={runtimeLine(runtime, now)} link={{ to: "/inference", search: { runtime: runtime.runtime } }}>
      {lacks !== null && (
        <p className="text-2xs text-soft tabular-nums">
          {lacks === "quota" && (
            <span className="block">{back === null ? text.unknown : <Countdown until={back} />}</span>
          )}
          {waiting > 0 && (
            <span className="block">
              {text.waiting[lacks === "quota" && back === null ? "unknown" : lacks](waiting)}
            </span>
          )}
        </p>
      )}
    </Line>
  );
}

/** What is left to work with, on every page; what is not known is not drawn. */
export function FuelMeters({ className }: { className: string }) {
  const fuel = useFuel();
  if (fuel === undefined) return null;
  const { runtimes, agents } = fuel;
  const costs = [todayLine(fuel), budgetLine(fuel)].filter((line) => line !== null);
  const working: FuelLine = {
    name: text.agents,
    figure: text.working(agents.working, agents.limit),
    title: "",
    tone: "calm",
    share: null,
    meter: "",
  };
  return (
    <section aria-label={text.label} className={className}>
      <ul className="flex flex-col">
        {runtimes.map((runtime) => (
          <RuntimeLine key={runtime.runtime} runtime={runtime} />
        ))}
        {costs.map((line) => (
          <Line key={line.name} line={line} link={{ to: "/costs" }} />
        ))}
        <Line line={working} link={{ to: "/queue" }} />
      </ul>
    </section>
  );
}
