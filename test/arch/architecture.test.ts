import { existsSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";
import { root, textOf } from "./tree.ts";

const page = "docs/architecture.md";
const mostHops = 20;
const HOP = /^\d+\. \[`([^`]+)`\]\(([^)]+)\), `(\w+)`: \S/;

/** A walk is a section with numbered lines that each link a file and name a symbol in it. */
function walks(): { title: string; lines: string[] }[] {
  const sections = textOf(page).split(/^## /m).slice(1);
  return sections
    .map((section) => ({
      title: section.split("\n", 1)[0] ?? "",
      lines: section.split("\n").filter((line) => /^\d+\. \[/.test(line)),
    }))
    .filter(({ lines }) => lines.length > 0);
}

/** Why a hop cannot be followed, or null. */
function problemOf(line: string): string | null {
  const [, shown = "", link = "", symbol = ""] = HOP.exec(line) ?? [];
  if (shown === "") return `not of the form of a hop: ${line}`;
  const file = normalize(join(dirname(page), link));
  if (file !== shown) return `${shown} links to ${file}`;
  if (!existsSync(join(root, file))) return `${file} does not exist`;
  const declares = new RegExp(`\\b(?:function\\*?|const|class|interface|type) ${symbol}\\b`);
  return declares.test(textOf(file)) ? null : `${file} declares no ${symbol}`;
}

describe("the walks of docs/architecture.md", () => {
  it("lead from a prompt to the CLI, and from its output to the page", () => {
    expect(walks().map(({ title }) => title)).toEqual([
      "From a prompt to the CLI's stdin",
      "From a line of output to the page",
    ]);
  });

  it.each(walks())("$title: every hop is a file with that symbol, in at most 20 hops", ({ lines }) => {
    expect(lines.flatMap((line) => problemOf(line) ?? [])).toEqual([]);
    expect(lines.length).toBeLessThanOrEqual(mostHops);
  });

  it("report a file or symbol that no longer exists", () => {
    expect(problemOf("1. [`server/gone.ts`](../server/gone.ts), `gone`: nothing.")).toContain(
      "does not exist",
    );
    expect(problemOf("1. [`server/index.ts`](../server/index.ts), `gone`: nothing.")).toContain(
      "declares no gone",
    );
  });
});
