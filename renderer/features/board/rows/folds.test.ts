import { expect, it } from "vitest";
import type { Session } from "../../../../server/domains/sessions/sessions/model.ts";
import { someSession } from "../../sessions/session.test-data.ts";
import type { BoardGroup } from "../view-model.ts";
import { orderIn, visibleIn, withRows } from "./folds.ts";

const nightly = { metadata: { trigger_id: 4, trigger_name: "Nightly updates" } };
const group = (key: string, sessions: readonly Session[]): BoardGroup => ({
  key,
  title: key,
  status: null,
  sessions,
});
const sessions = [
  someSession({ id: 1 }),
  someSession({ id: 2, ...nightly }),
  someSession({ id: 3 }),
  someSession({ id: 4, ...nightly }),
  someSession({ id: 5, ...nightly }),
];
const none = new Set<string>();
const idsOf = (all: readonly Session[]) => all.map(({ id }) => id);

it("folds the sessions of one trigger at the place of the first one", () => {
  const [done] = withRows([group("done", sessions)], none);
  expect(done?.sessions).toHaveLength(5);
  expect(done?.rows.map((row) => (row.kind === "fold" ? row.title : row.id))).toEqual([
    1,
    "Nightly updates",
    3,
  ]);
  const fold = done?.rows[1];
  expect(fold).toMatchObject({ kind: "fold", isExpanded: false });
  expect(fold?.kind === "fold" && idsOf(fold.sessions)).toEqual([2, 4, 5]);
});

it("shows the sessions of an expanded fold below its row, in the same order", () => {
  const folded = withRows([group("done", sessions)], none);
  const expanded = withRows([group("done", sessions)], new Set(["done 4"]));
  expect(expanded[0]?.rows.map(({ id }) => id)).toEqual([1, folded[0]?.rows[1]?.id, 2, 4, 5, 3]);
  expect(idsOf(visibleIn(folded))).toEqual([1, 3]);
  expect(idsOf(visibleIn(expanded))).toEqual([1, 2, 4, 5, 3]);
  expect(idsOf(orderIn(folded))).toEqual([1, 2, 4, 5, 3]);
  expect(idsOf(orderIn(expanded))).toEqual([1, 2, 4, 5, 3]);
});

it("folds each group by itself, and neither two sessions nor a favorite", () => {
  const favorite = someSession({ id: 6, favorited: true, ...nightly });
  const two = [sessions[1], sessions[3]].flatMap((one) => one ?? []);
  const groups = withRows([group("a", [...two, favorite]), group("b", sessions)], none);
  expect(groups[0]?.rows.map(({ kind }) => kind)).toEqual(["session", "session", "session"]);
  expect(groups[1]?.rows.map(({ kind }) => kind)).toEqual(["session", "fold", "session"]);
  const twice = withRows([group("a", sessions), group("b", sessions)], none);
  expect(twice[0]?.rows[1]?.id).not.toBe(twice[1]?.rows[1]?.id);
});

it("folds nothing where the rows have an order of their own", () => {
  expect(withRows([group("spot", sessions)], null)[0]?.rows.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
});
