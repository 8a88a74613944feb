import { describe, expect, it } from "vitest";
import type { LanState } from "../../../../server/domains/access/lan/model.ts";
import { addressOf, networkWords } from "./view-model.ts";

const closed: LanState = {
  open: false,
  listening: false,
  problem: null,
  origins: [],
  fingerprints: null,
  certificate_expires_at: null,
};

describe("networkWords", () => {
  it.each([
    ["closed", closed, "Closed"],
    ["open and reached", { ...closed, open: true, listening: true }, "Open"],
    ["open with trouble", { ...closed, open: true, problem: "The port is taken." }, "Open, but unreachable"],
  ])("tells a network that is %s", (_title, lan, title) => {
    expect(networkWords(lan).title).toBe(title);
  });

  it("says why nothing is reached", () => {
    expect(networkWords({ ...closed, open: true, problem: "The port is taken." }).text).toBe(
      "The port is taken.",
    );
  });
});

it.each([
  ["https://192.168.1.20:3443", "192.168.1.20:3443"],
  ["https://[fd00::2]:3443", "[fd00::2]:3443"],
])("shows the address of %s", (origin, address) => {
  expect(addressOf(origin)).toBe(address);
});
