import { shiftAt } from "../../../lib/zone-shifts.ts";
import type { PriceList } from "../../pricing/prices/index.ts";
import { addTally, addTo, noTally, type Tally } from "./adding-up.ts";
import type { Cell, CellQuery } from "./cells.ts";
import type { CostComponent } from "./model.ts";
import { unitPrices } from "./unit-prices.ts";

/** What one day, or hour, came to. */
interface BucketTotals {
  all: Tally;
  /** Of these, what sessions spent. */
  sessionNanos: number;
  roots: Map<string | null, Tally>;
  models: Map<string, Tally>;
}

/** Everything that is added up of the cells of a window. */
export interface Totals {
  all: Tally;
  sessionNanos: number;
  /** By kind of token. */
  parts: Record<CostComponent, { nanos: number; tokens: number }>;
  webSearches: number;
  buckets: Map<number, BucketTotals>;
  models: Map<string, Tally>;
  unpriced: Set<string>;
  /** Of sessions' calls. */
  roots: Map<string | null, Tally>;
  kinds: Map<boolean, Tally>;
  sessions: Map<number | null, Tally>;
  /** Of all other calls. */
  sources: Map<string, Tally>;
  /** Of sessions' calls whose price is known. */
  priced: Map<number, { agentRoot: string | null; nanos: number; calls: number }>;
}

const none = () => ({ nanos: 0, tokens: 0 });

const noTotals = (): Totals => ({
  all: noTally(),
  sessionNanos: 0,
  parts: {
    input: none(),
    output: none(),
    cache_read: none(),
    cache_write_5m: none(),
    cache_write_1h: none(),
    web_search: none(),
  },
  webSearches: 0,
  buckets: new Map(),
  models: new Map(),
  unpriced: new Set(),
  roots: new Map(),
  kinds: new Map(),
  sessions: new Map(),
  sources: new Map(),
  priced: new Map(),
});

type Terms = Pick<CellQuery, "prompts" | "instants" | "bucketMs" | "shifts">;

/** Adds up cells in one pass: a year has tens of thousands. */
export function totalsOf(cells: Iterable<Cell>, prices: PriceList, terms: Terms): Totals {
  const totals = noTotals();
  const priceOf = unitPrices(prices, terms);
  for (const cell of cells) {
    const [calledAt, promptTokens, sessionId, agentRoot, model, isSubagent, source, calls] = cell;
    const unit = priceOf(model, promptTokens, calledAt);
    if (unit === null) totals.unpriced.add(model);
    const spent = { nanos: 0, tokens: 0, calls };
    addParts(totals, spent, { cell, unit });
    addTally(totals.all, spent);
    addTo(totals.models, model, spent);
    const bucket = bucketAt(
      totals.buckets,
      Math.floor((calledAt + shiftAt(terms.shifts, calledAt)) / terms.bucketMs),
    );
    addTally(bucket.all, spent);
    addTo(bucket.roots, agentRoot, spent);
    addTo(bucket.models, model, spent);
    if (source !== null) {
      addTo(totals.sources, source, spent);
      continue;
    }
    totals.sessionNanos += spent.nanos;
    bucket.sessionNanos += spent.nanos;
    addTo(totals.roots, agentRoot, spent);
    addTo(totals.kinds, isSubagent === 1, spent);
    addTo(totals.sessions, sessionId, spent);
    if (unit !== null && sessionId !== null) addPriced(totals, { sessionId, agentRoot, spent });
  }
  return totals;
}

interface SessionSpent {
  sessionId: number;
  agentRoot: string | null;
  spent: Tally;
}

function addPriced({ priced }: Totals, { sessionId, agentRoot, spent }: SessionSpent): void {
  const known = priced.get(sessionId);
  if (known === undefined) {
    priced.set(sessionId, { agentRoot, nanos: spent.nanos, calls: spent.calls });
    return;
  }
  known.nanos += spent.nanos;
  known.calls += spent.calls;
}

/** What cells come to together. */
export function spentBy(cells: Iterable<Cell>, prices: PriceList, terms: Terms): Tally {
  const priceOf = unitPrices(prices, terms);
  const totals = noTotals();
  for (const cell of cells) {
    const spent = { nanos: 0, tokens: 0, calls: cell[7] };
    addParts(totals, spent, { cell, unit: priceOf(cell[4], cell[1], cell[0]) });
    addTally(totals.all, spent);
  }
  return totals.all;
}

interface PricedCell {
  cell: Cell;
  unit: Record<CostComponent, number> | null;
}

/** Adds the kinds of tokens of a cell to the totals, and to what it has spent. */
function addParts(totals: Totals, spent: Tally, { cell, unit }: PricedCell): void {
  const [, , , , , , , , input, output, cacheRead, cacheCreation, oneHour, webSearches] = cell;
  const add = (component: CostComponent, count: number): void => {
    const part = totals.parts[component];
    const nanos = unit === null ? 0 : count * unit[component];
    part.nanos += nanos;
    spent.nanos += nanos;
    if (component === "web_search") return;
    part.tokens += count;
    spent.tokens += count;
  };
  add("input", input);
  add("output", output);
  add("cache_read", cacheRead);
  add("cache_write_5m", cacheCreation - oneHour);
  add("cache_write_1h", oneHour);
  add("web_search", webSearches);
  totals.webSearches += webSearches;
}

function bucketAt(buckets: Map<number, BucketTotals>, at: number): BucketTotals {
  const known = buckets.get(at);
  if (known) return known;
  const added = { all: noTally(), sessionNanos: 0, roots: new Map(), models: new Map() };
  buckets.set(at, added);
  return added;
}
