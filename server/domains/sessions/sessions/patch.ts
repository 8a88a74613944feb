import { type CreationDeps, checkSlug, readClass, readPlace } from "./creation.ts";
import { sessionRefusal } from "./errors.ts";
import type { SessionPatch } from "./model.ts";
import { clampPrecedence, readTitle, topOfSpot } from "./rules.ts";
import type { SessionChanges, SessionRow } from "./store.ts";

/** The columns a PATCH changes. Throws before anything is written, so that a PATCH applies as a whole (R69). */
export function readPatch(row: SessionRow, input: SessionPatch, deps: CreationDeps): SessionChanges {
  return {
    ...readNames(row, input, deps),
    ...readRank(row, input, deps),
    ...(input.goal === undefined || input.goal === row.goal ? {} : { goal: deps.goals.accept(input.goal) }),
    ...(input.is_autonomous === undefined ? {} : { isAutonomous: input.is_autonomous }),
    ...(input.custom_metadata === undefined ? {} : { customMetadata: input.custom_metadata }),
  };
}

function readNames(row: SessionRow, input: SessionPatch, { store }: CreationDeps): SessionChanges {
  const changes: SessionChanges = {};
  if (input.title !== undefined) {
    const title = readTitle(input.title);
    if (title === null) throw sessionRefusal("title_length");
    if (title !== row.title) Object.assign(changes, { title, titleIsDefault: false });
  }
  if (input.slug !== undefined) changes.slug = checkSlug(input.slug, store, row.id);
  return changes;
}

function readRank(row: SessionRow, input: SessionPatch, { store }: CreationDeps): SessionChanges {
  const changes: SessionChanges = {};
  if (input.scheduling_class !== undefined) changes.schedulingClass = readClass(input.scheduling_class);
  if (readPlace(input)) changes.precedence = topOfSpot(store.topOfSpot(row.id), row.precedence);
  else if (input.precedence !== undefined) changes.precedence = clampPrecedence(input.precedence);
  return changes;
}
