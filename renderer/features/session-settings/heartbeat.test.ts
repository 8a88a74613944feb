import { describe, expect, it } from "vitest";
import { intervalText, readInterval } from "./heartbeat.ts";

describe("readInterval", () => {
  it.each(["30", "300", " 86400 "])("takes %j", (text) => {
    expect(readInterval(text)).toEqual({ seconds: Number(text) });
  });

  it.each(["", "29", "86401", "1.5", "soon"])("says what is wrong with %j", (text) => {
    expect(readInterval(text)).toEqual({ problem: "Enter a whole number of seconds from 30 to 86,400." });
  });
});

it.each([
  [60, "1 minute"],
  [90, "1 minute 30 seconds"],
  [5_400, "1 hour 30 minutes"],
  [86_400, "1 day"],
])("puts %i seconds into words", (seconds, words) => {
  expect(intervalText(seconds)).toBe(words);
});
