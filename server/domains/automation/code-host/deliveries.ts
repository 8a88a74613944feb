import { z } from "zod";
import type { Delivery } from "../webhooks/index.ts";
import { hostItem, itemOf } from "./host-item.ts";
import type { Item, ItemTarget } from "./items.ts";
import type { Matching } from "./matching.ts";

const payload = z.object({
  action: z.string(),
  repository: z.object({ full_name: z.string().regex(/^[\w.-]+\/[\w.-]+$/) }),
  issue: hostItem.optional(),
  pull_request: hostItem.optional(),
  label: z.object({ name: z.string() }).optional(),
});

const targets: Readonly<Record<string, ItemTarget>> = { issues: "issue", pull_request: "pull_request" };

export interface Delivered {
  item: Item;
  action: string;
  label: string | undefined;
}

/** What a delivery is about; null for anything but issues and pull requests as GitHub documents them. */
export function deliveredItem({ event, body }: Delivery): Delivered | null {
  const target = Object.hasOwn(targets, event) ? targets[event] : undefined;
  const read = target && payload.safeParse(body);
  if (!target || !read?.success) return null;
  const { action, repository, label } = read.data;
  const found = target === "issue" ? read.data.issue : read.data.pull_request;
  if (!found) return null;
  return { item: itemOf({ target, repository: repository.full_name }, found), action, label: label?.name };
}

/** Compares a delivery of the code host with the conditions. */
export function takeDelivery(matching: Matching, delivery: Delivery): void {
  const delivered = deliveredItem(delivery);
  if (delivered) act(matching, delivered.item, delivered);
}

function act(
  matching: Matching,
  item: Item,
  { action, label }: { action: string; label: string | undefined },
): void {
  switch (action) {
    case "opened":
      return matching.opened(item);
    case "labeled":
      return label === undefined ? undefined : matching.labeled(item, label, item.updatedAt);
    case "unlabeled":
      return label === undefined ? undefined : matching.unlabeled(item, label, item.updatedAt);
    case "closed":
      return matching.unlabeled(item, null, item.updatedAt);
  }
}
