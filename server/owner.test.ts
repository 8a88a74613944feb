import { describe, expect, it } from "vitest";
import { readOwner } from "./owner.ts";

const owner = (name: string | null, email: string | null) => ({ owner: { name, email } });

describe("readOwner", () => {
  it.each([
    ["name and address", owner("Ada", "Ada@Example.org"), { key: "ada@example.org", displayName: "Ada" }],
    [
      "the address alone",
      owner(null, "ada@example.org"),
      { key: "ada@example.org", displayName: "ada@example.org" },
    ],
    ["the name alone", owner("Ada", null), { key: "Ada", displayName: "Ada" }],
    ["the account where nothing is set", owner(null, null), { key: "ada1", displayName: "ada1" }],
  ])("takes %s", (_title, settings, expected) => {
    expect(readOwner(settings, () => "ada1")).toEqual(expected);
  });

  it("is nobody where the account has no name either", () => {
    expect(readOwner(owner(null, null), () => null)).toBeNull();
  });
});
