import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  activeFilters,
  filterOf,
  readBoardSearch,
  storedPart,
  toggleStatus,
  without,
} from "./board-search.ts";

describe("the board's address", () => {
  it("drops its invalid parts", () => {
    const given = {
      q: 404,
      contents: true,
      view: "ranked",
      status: "waiting,failed,asleep",
      class: "economy",
      runtime: "pi",
      origin: "api",
      board: "both",
      archived: "yes",
      stranger: 1,
    };
    expect(readBoardSearch(given)).toEqual({
      q: "404",
      contents: true,
      view: "ranked",
      status: "failed,waiting",
      runtime: "pi",
      origin: "api",
      board: "both",
    });
  });

  it("omits defaults", () => {
    expect(readBoardSearch({ view: "user", q: "", status: "needs_input,failed,running,waiting" })).toEqual(
      {},
    );
  });

  it("is stored without the search", () => {
    expect(storedPart({ q: "gate", contents: true, archived: true })).toEqual({ archived: true });
  });
});

describe("a status", () => {
  it("is added in the board's order and removed again", () => {
    const one = toggleStatus({}, "waiting");
    const two = toggleStatus(one, "needs_input");
    expect([one.status, two.status]).toEqual(["waiting", "needs_input,waiting"]);
    expect(toggleStatus(one, "waiting")).toEqual({});
  });
});

it("asks the service for the chosen statuses, or for all open ones", () => {
  expect(filterOf({ status: "failed" }).statuses).toEqual(["failed"]);
  expect(filterOf({ root: "orchard" })).toEqual({
    view: "user",
    statuses: ["needs_input", "failed", "running", "waiting"],
    root: "orchard",
  });
});

it("counts filters and clears them by name", () => {
  const search = { q: "gate", status: "failed", favourites: true, view: "ranked" } as const;
  expect(activeFilters(search)).toEqual(["status", "favourites"]);
  expect(without(search, activeFilters(search))).toEqual({ q: "gate", view: "ranked" });
});

it("any address is read without an error, and what is read stays as it is", () => {
  const names = fc.constantFrom(
    "q",
    "contents",
    "view",
    "layout",
    "group",
    "status",
    "class",
    "board",
    "origin",
  );
  fc.assert(
    fc.property(fc.dictionary(fc.oneof(names, fc.string()), fc.anything()), (given) => {
      const read = readBoardSearch(given);
      expect(readBoardSearch({ ...read })).toEqual(read);
      filterOf(read);
      activeFilters(read);
    }),
  );
});
