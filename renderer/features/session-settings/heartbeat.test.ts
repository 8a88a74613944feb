import { describe, expect, it } from "vitest";
import { intervalText, readInterval } from "./heartbeat.ts";

describe("readInterval", () => {
  it.each(["30", "300", " 86400 "])("accepts %j", (text) => {
    expect(readInterval(text)).toEqual({ seconds: Number(text) });
  });

  it.each(["", "29", "86401", "1.5", "soon"])("explains why %j is invalid", (text) => {
    expect(readInterval(text)).toEqual({ problem: "Enter a whole number of seconds from 30 to 86,400." });
  });
});

it.each([
  [60, "1 minute"],
  [90, "1 minute 30 seconds"],
  [5_400, "1 hour 30 minutes"],
  [86_400, "1 day"],
])("spells out %i seconds", (seconds, words) => {
  expect(intervalText(seconds)).toBe(words);
});
