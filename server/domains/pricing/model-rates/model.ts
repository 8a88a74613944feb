import { z } from "zod";
import { noContent, operation } from "../../../http/model.ts";

const dollars = z.number().min(0).max(100_000);

/** US dollars per million tokens. */
export const ratePrices = z.object({
  input: dollars,
  output: dollars,
  cache_read: dollars,
  cache_write_5m: dollars,
  cache_write_1h: dollars,
});

export const modelRate = z
  .object({
    model: z.string(),
    ...ratePrices.shape,
    /** The owner's own; false for the list price. */
    own: z.boolean(),
  })
  .meta({ id: "ModelRate" });
export type ModelRate = z.infer<typeof modelRate>;

/** What is left out follows from the price of input, as in most price lists. */
export const rateChange = z.object({
  input: dollars,
  output: dollars,
  cache_read: dollars.optional(),
  cache_write_5m: dollars.optional(),
  cache_write_1h: dollars.optional(),
});
export type RateChange = z.infer<typeof rateChange>;

/** Names of models contain slashes and dots, so they are not part of the path. */
const named = z.object({ model: z.string().trim().min(1).max(200) });

export const modelRateOperations = {
  listModelRates: operation({
    id: "listModelRates",
    method: "get",
    path: "/costs/rates",
    summary: "List the prices by which costs are calculated: list prices, and the owner's own in their place",
    callers: ["api", "native"],
    response: z.object({
      /** The day of the price list. */
      as_of: z.string(),
      rates: z.array(modelRate),
    }),
  }),
  setModelRate: operation({
    id: "setModelRate",
    method: "put",
    path: "/costs/rates",
    summary: "Set what the owner pays for a model; all costs are calculated again",
    callers: ["human"],
    query: named,
    body: rateChange,
    response: modelRate,
  }),
  removeModelRate: operation({
    id: "removeModelRate",
    method: "delete",
    path: "/costs/rates",
    summary: "Go back to the list price of a model",
    callers: ["human"],
    query: named,
    status: 204,
    response: noContent,
    errors: [404],
  }),
} as const;
