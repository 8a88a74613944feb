import { expect, it } from "vitest";
import { toggleColumn } from "./columns.ts";

it("keeps the columns in the order of the table", () => {
  expect(toggleColumn(["updated"], "why")).toEqual(["why", "updated"]);
  expect(toggleColumn(["why", "updated"], "why")).toEqual(["updated"]);
});
