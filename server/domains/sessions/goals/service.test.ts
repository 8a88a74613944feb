import { expect, it } from "vitest";
import { goalService } from "./index.ts";

const goals = goalService();

it("stores an id as the id, a sentence as itself and a blank as none", () => {
  expect(goals.accept(" open-reviewed-green-pr ")).toBe("open-reviewed-green-pr");
  expect(goals.accept("Make CI green.")).toBe("Make CI green.");
  expect(goals.accept(" ")).toBeNull();
});

it("refuses an unknown id and lists the known ones", () => {
  expect(() => goals.accept("open-pr")).toThrow(
    expect.objectContaining({
      status: 422,
      label: "Validation failed",
      message: expect.stringMatching(/"open-pr".*codebase-question, open-reviewed-green-pr, /),
    }),
  );
});

it("refuses a goal over the limit", () => {
  expect(() => goals.accept(`a ${"b".repeat(50_000)}`)).toThrow(
    expect.objectContaining({ status: 422, message: expect.stringContaining("50000") }),
  );
});

it("stores a goal's own description as its id, so that its checks apply", () => {
  const description = goals.find("e2e-verified-green-pr")?.description ?? "";
  expect(goals.accept(description)).toBe("e2e-verified-green-pr");
  expect(goals.textOf("e2e-verified-green-pr")).toBe(description);
});
