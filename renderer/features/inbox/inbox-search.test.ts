import fc from "fast-check";
import { expect, it } from "vitest";
import { readInboxSearch } from "./inbox-search.ts";

it("keeps the valid parts of an address", () => {
  const given = { status: "unread", kind: "failed", q: 404, sort: "newest" };
  expect(readInboxSearch(given)).toEqual({ status: "unread", kind: "failed", q: "404" });
  expect(readInboxSearch({ status: "new", kind: "none", q: "  " })).toEqual({});
});

it("any address is read without an error, and what is read stays as it is", () => {
  const names = fc.constantFrom("status", "kind", "q");
  fc.assert(
    fc.property(fc.dictionary(fc.oneof(names, fc.string()), fc.anything()), (given) => {
      const read = readInboxSearch(given);
      expect(readInboxSearch({ ...read })).toEqual(read);
    }),
  );
});
