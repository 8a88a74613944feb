import { expect, it } from "vitest";
import { ownerAsPerson } from "./owner.ts";

it.each([
  [
    "by the address",
    { name: "Ada", email: "ada@example.org" },
    { key: "ada@example.org", displayName: "Ada" },
  ],
  ["by the name if there is no address", { name: "Ada", email: null }, { key: "Ada", displayName: "Ada" }],
  ["not at all if there is neither", { name: null, email: null }, null],
])("the owner is known %s", (_title, owner, expected) => {
  expect(ownerAsPerson(owner)).toEqual(expected);
});
