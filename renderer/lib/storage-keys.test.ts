import { beforeEach, describe, expect, it, vi } from "vitest";
import { readStored, storageKeys, writeStored } from "./storage-keys.ts";

const memory = new Map<string, string>();

beforeEach(() => {
  memory.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => memory.get(key) ?? null,
    setItem: (key: string, value: string) => void memory.set(key, value),
    removeItem: (key: string) => void memory.delete(key),
  });
});

describe("stored values", () => {
  it("are read back as written", () => {
    writeStored(storageKeys.boardFilters, { runtime: "pi", archived: true });
    expect(readStored(storageKeys.boardFilters)).toEqual({ runtime: "pi", archived: true });
  });

  it("are removed by null", () => {
    writeStored(storageKeys.lastPlace, "/sessions/1");
    writeStored(storageKeys.lastPlace, null);
    expect(memory.size).toBe(0);
    expect(readStored(storageKeys.lastPlace)).toBeNull();
  });

  it.each([
    ["is not JSON", "{"],
    ["has another shape", '{"runtime":7}'],
  ])("falls back when the stored text %s", (_title, text) => {
    memory.set(storageKeys.boardFilters.key, text);
    expect(readStored(storageKeys.boardFilters)).toEqual(storageKeys.boardFilters.fallback);
  });

  it("report if the browser refuses to store them", () => {
    vi.stubGlobal("localStorage", {
      setItem: () => {
        throw new DOMException("full", "QuotaExceededError");
      },
    });
    expect(writeStored(storageKeys.theme, "dark")).toBe(false);
  });

  it("have unique keys", () => {
    const keys = Object.values(storageKeys).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
