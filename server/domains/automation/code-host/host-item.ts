import { z } from "zod";
import type { Item, ItemTarget } from "./items.ts";

const instant = z.string().transform((text, context) => {
  const at = Date.parse(text);
  if (Number.isNaN(at)) context.addIssue("no time");
  return at;
});

/** An issue or pull request in GitHub's REST answers and in its webhooks. */
export const hostItem = z.object({
  number: z.number().int().positive(),
  title: z.string(),
  html_url: z.string(),
  user: z.object({ login: z.string() }).nullish(),
  labels: z.array(z.union([z.string(), z.object({ name: z.string().nullish() })])).default([]),
  body: z.string().nullish(),
  state: z.string(),
  created_at: instant,
  updated_at: instant,
});
export type HostItem = z.output<typeof hostItem>;

export const itemOf = (
  of: { target: ItemTarget; repository: string },
  { number, title, html_url: url, user, labels, body, state, ...times }: HostItem,
): Item => ({
  ...of,
  number,
  title,
  url,
  author: user?.login ?? "",
  labels: labels.flatMap((label) => (typeof label === "string" ? label : (label.name ?? []))),
  body: body ?? "",
  isOpen: state === "open",
  createdAt: times.created_at,
  updatedAt: times.updated_at,
});
