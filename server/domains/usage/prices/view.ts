import type { Prices } from "./price-list.ts";

/** Prices as the API names them, in dollars per million tokens. */
export const pricesView = ({ input, output, cacheRead, cacheWrite, cacheWrite1h }: Prices) => ({
  input,
  output,
  cache_read: cacheRead,
  cache_write_5m: cacheWrite,
  cache_write_1h: cacheWrite1h,
});
