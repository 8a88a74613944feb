import type { InferenceAccount } from "../../../server/domains/agents/accounts/model.ts";
import { Meter } from "./Meter.tsx";
import { text } from "./text.ts";
import { dollars } from "./view-model.ts";

const words = text.credits;

type Shown = NonNullable<NonNullable<InferenceAccount["quota"]>["credits"]>;

/** What an account may spend besides its windows: with a limit as a meter, else in words. */
export function Credits({ credits: { used, limit, balance, unlimited } }: { credits: Shown }) {
  if (used !== null && limit !== null && limit > 0)
    return (
      <Meter
        name={words.name}
        share={Math.min(used / limit, 1)}
        aside={words.of(dollars.format(used), dollars.format(limit))}
      />
    );
  const facts = [
    ...(balance === null ? [] : [words.left(dollars.format(balance))]),
    ...(used === null ? [] : [words.used(dollars.format(used))]),
    ...(unlimited ? [words.unlimited] : []),
  ];
  return (
    <p className="self-end text-xs">
      <span className="text-soft">{words.name}</span>{" "}
      <span className="tabular-nums">{facts.join(", ") || text.window.unknown}</span>
    </p>
  );
}
