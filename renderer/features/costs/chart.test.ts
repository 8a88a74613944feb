import { describe, expect, it } from "vitest";
import { barLabel, bucketsOf, chartOf, spansYears } from "./chart.ts";
import { readCostsSearch } from "./costs-search.ts";
import { csvOf } from "./csv.ts";

const window = {
  from: "2026-11-01T10:00:00Z",
  to: "2026-11-03T10:00:00Z",
  label: "",
  clamped: false,
  swapped: false,
  bucket: "day" as const,
};

const utc = () => 0;

describe("the bars of a window", () => {
  it("are all of its days, in the viewer's time zone", () => {
    expect(bucketsOf(window, utc)).toEqual(["2026-11-01", "2026-11-02", "2026-11-03"]);
    expect(bucketsOf(window, () => -11 * 60)).toEqual(["2026-10-31", "2026-11-01", "2026-11-02"]);
  });

  it("are its days also if the viewer's clock is set in between", () => {
    const summer = { ...window, from: "2026-10-24T04:00:00Z", to: "2026-11-03T05:00:00Z" };
    const newYork = (at: number) => (at < Date.parse("2026-11-01T06:00:00Z") ? -240 : -300);
    const days = bucketsOf(summer, newYork);
    expect([days.length, days.at(0), days.at(-1)]).toEqual([10, "2026-10-24", "2026-11-02"]);
  });

  it("are hours of a short one", () => {
    const short = { ...window, to: "2026-11-01T12:00:00Z", bucket: "hour" as const };
    expect(bucketsOf(short, utc)).toEqual(["2026-11-01T10:00", "2026-11-01T11:00"]);
    expect(barLabel("2026-11-01T10:00")).toMatch(/^Nov 1, 10:00/);
  });

  it("name their year if they are of more than one", () => {
    const days = (...names: string[]) => names.map((day) => ({ day }));
    expect(spansYears(days("2025-11-24", "2026-11-23"))).toBe(true);
    expect(spansYears(days("2026-01-01", "2026-11-23"))).toBe(false);
    expect(spansYears([])).toBe(false);
    expect(barLabel("2025-11-24", true)).toBe("Nov 24, 2025");
  });
});

describe("a chart", () => {
  const spent = (usd: number) => ({ tokens: 10, cost_usd: usd });
  const day = (name: string, models: { name: string; usd: number }[]) => ({
    day: name,
    ...spent(models.reduce((sum, { usd }) => sum + usd, 0)),
    api_calls: 1,
    session_cost_usd: 0,
    adhoc_cost_usd: 0,
    roots: [],
    models: models.map((model) => ({ name: model.name, ...spent(model.usd) })),
  });

  it("has the most expensive series first, and bars also for days without a call", () => {
    const days = [
      day("2026-11-01", [{ name: "claude-opus-5", usd: 1 }]),
      day("2026-11-03", [{ name: "claude-sonnet-5-5", usd: 3 }]),
    ];
    const { series, bars, top } = chartOf({ by_day: days, window }, "models", utc);
    expect(series.map(({ label }) => label)).toEqual(["Sonnet 5.5", "Opus 5"]);
    expect(bars.map(({ parts }) => parts)).toEqual([
      [0, 1],
      [0, 0],
      [3, 0],
    ]);
    expect(top).toBe(3);
  });

  it("folds series beyond the fifth, whose parts still add up to the bar", () => {
    const models = [1, 2, 3, 4, 5, 6, 7].map((usd) => ({ name: `m${usd}`, usd }));
    const { series, bars } = chartOf({ by_day: [day("2026-11-02", models)], window }, "models", utc);
    expect(series.map(({ label }) => label)).toEqual(["M7", "M6", "M5", "M4", "M3", "2 others"]);
    expect(bars[1]?.parts).toEqual([7, 6, 5, 4, 3, 3]);
  });
});

it("writes CSV whose cells are neither split nor run as formulas", () => {
  expect(
    csvOf(
      ["Name", "Cost"],
      [
        ['a "b", c', 1.5],
        ["=SUM(A1)", null],
      ],
    ),
  ).toBe('Name,Cost\r\n"a ""b"", c",1.5\r\n\'=SUM(A1),\r\n');
});

it.each([
  [
    { days: "30", root: "builder", session: "7" },
    { days: 30, root: "builder", session: 7 },
  ],
  [{ source: "unknown" }, { source: "unknown" }],
  [{ source: "unknown", root: "builder" }, { root: "builder" }],
  [{ days: 8, from: "2026-13-40", to: "soon", session: "x" }, {}],
  [
    { from: "2026-11-01", to: "2026-11-02" },
    { from: "2026-11-01", to: "2026-11-02" },
  ],
])("reads the address %o", (given, expected) => {
  expect(readCostsSearch(given)).toEqual(expected);
});
