import { describe, expect, it } from "vitest";
import type { LanState } from "../../../../server/domains/access/lan/model.ts";
import { addressOf, networkStatus } from "./view-model.ts";

const closed: LanState = {
  open: false,
  listening: false,
  problem: null,
  origins: [],
  fingerprints: null,
  certificate_expires_at: null,
};

describe("networkStatus", () => {
  it.each([
    ["closed", closed, "Closed"],
    ["open and reached", { ...closed, open: true, listening: true }, "Open"],
    ["open with trouble", { ...closed, open: true, problem: "The port is taken." }, "Open, but unreachable"],
  ])("names a network that is %s", (_title, lan, title) => {
    expect(networkStatus(lan).title).toBe(title);
  });

  it("says why other devices cannot connect", () => {
    expect(networkStatus({ ...closed, open: true, problem: "The port is taken." }).description).toBe(
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
