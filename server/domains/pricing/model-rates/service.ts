import type { Database } from "../../../db/open.ts";
import type { Clock } from "../../../lib/clock.ts";
import {
  cacheMultipliers,
  type PriceList,
  type Prices,
  plainModel,
  priceList,
  pricesView,
  ratesAsOf,
} from "../prices/index.ts";
import { rateRefusal } from "./errors.ts";
import type { ModelRate, RateChange } from "./model.ts";
import { modelRateStore } from "./store.ts";

export type ModelRateService = ReturnType<typeof modelRateService>;

/** What the owner pays for models, and the price list with it. */
export function modelRateService({ database, clock }: { database: Database; clock: Clock }) {
  const store = modelRateStore(database);
  const listeners: (() => void)[] = [];
  let list: PriceList | null = null;

  const prices = (): PriceList => {
    list ??= priceList(store.all());
    return list;
  };

  function changed(): void {
    list = null;
    for (const listener of listeners) listener();
  }

  return {
    /** The prices of this moment. */
    prices,

    /** Called once prices have changed. */
    onChange: (listener: () => void): void => void listeners.push(listener),

    list: (): { as_of: string; rates: ModelRate[] } => ({
      as_of: ratesAsOf,
      rates: prices()
        .all(clock.now())
        .map(({ model, prices: of, isOwn }) => view(model, of, isOwn)),
    }),

    set(name: string, change: RateChange): ModelRate {
      const model = plainModel(name);
      const { input, output } = change;
      const own = {
        input,
        output,
        cacheRead: change.cache_read ?? input * cacheMultipliers.read,
        cacheWrite: change.cache_write_5m ?? input * cacheMultipliers.write_5m,
        cacheWrite1h: change.cache_write_1h ?? input * cacheMultipliers.write_1h,
      };
      database.transaction(() => {
        store.put({ model, prices: own }, clock.now());
        changed();
      });
      return view(model, own, true);
    },

    remove: (name: string): void =>
      database.transaction(() => {
        if (!store.remove(plainModel(name))) throw rateRefusal("not_found");
        changed();
      }),
  };
}

const view = (model: string, prices: Prices, own: boolean): ModelRate => ({
  model,
  ...pricesView(prices),
  own,
});
