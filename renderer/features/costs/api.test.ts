import { expect, it, vi } from "vitest";
import type { CostRecord, CostWindow } from "../../../server/domains/usage/costs/model.ts";
import { newestCostRecords } from "./api.ts";

const window: CostWindow = {
  from: "2026-11-21T09:00:00Z",
  to: "2026-11-28T09:00:00Z",
  label: "7 days",
  clamped: false,
  swapped: false,
  bucket: "day",
};

const call: CostRecord = {
  id: 0,
  request_id: null,
  model: "claude-opus-5",
  called_at: "2026-11-27T09:00:00Z",
  input_tokens: 0,
  output_tokens: 0,
  cache_read_tokens: 0,
  cache_creation_tokens: 0,
  cache_creation_5m_tokens: 0,
  cache_creation_1h_tokens: 0,
  web_search_requests: 0,
  web_fetch_requests: 0,
  total_tokens: 0,
  cost_usd: 0,
  priced: true,
  priced_as: "claude-opus-5",
  service_tier: null,
  agent_runtime: "claude_code",
};

/** The searches of the requests for the calls of a service that has so many. */
function requestsFor(total: number): URLSearchParams[] {
  const requests: URLSearchParams[] = [];
  vi.stubGlobal("fetch", (url: string) => {
    const search = new URL(url, "http://localhost").searchParams;
    requests.push(search);
    const [page, size] = [Number(search.get("page") ?? 1), Number(search.get("per_page"))];
    const first = (page - 1) * size;
    const records = Array.from({ length: Math.min(size, total - first) }, (_, at) => ({
      ...call,
      id: first + at,
    }));
    const pagination = { page, per_page: size, total_count: total, total_pages: Math.ceil(total / size) };
    return Promise.resolve(Response.json({ kind: "session", window, records, pagination }));
  });
  return requests;
}

it("reads all pages of the calls within one window", async () => {
  const requests = requestsFor(250);
  const { records, total } = await newestCostRecords({ session: 7, days: 30 });
  expect(records.map(({ id }) => id)).toEqual(Array.from({ length: 250 }, (_, at) => at));
  expect(total).toBe(250);
  const [first, ...pages] = requests;
  expect([first?.get("days"), first?.get("from")]).toEqual(["30", null]);
  expect(pages.map((search) => [search.get("page"), search.get("from"), search.get("to")])).toEqual(
    ["1", "2", "3"].map((page) => [page, window.from, window.to]),
  );
  expect(pages.every((search) => search.get("session_id") === "7")).toBe(true);
});

it("reads no more than the newest 10,000 calls, and says how many there are", async () => {
  const requests = requestsFor(52_340);
  const { records, total } = await newestCostRecords({ source: "unknown" });
  expect([records.length, total]).toEqual([10_000, 52_340]);
  expect(requests).toHaveLength(101);
});

it("answers nothing if there are no calls", async () => {
  requestsFor(0);
  expect(await newestCostRecords({})).toEqual({ records: [], total: 0 });
});
