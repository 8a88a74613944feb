import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const program = `
import { settleSoon, startWithoutOptimizing } from ${JSON.stringify(join(import.meta.dirname, "start-memory.ts"))};
import { setTimeout as pause } from "node:timers/promises";

function early(n) { return n % 7; }
function late(n) { return n % 11; }
const use = (often) => { for (let n = 0; n < 20_000_000; n += 1) often(n); };

startWithoutOptimizing();
use(early);
settleSoon();
await pause(1_200);
use(late);
`;

it("optimizes what is used much once the service has started, and nothing before", async () => {
  const args = ["--trace-opt", "--no-turbo-inlining", "--input-type=module", "--eval", program];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const optimized = new Set(
    [...stdout.matchAll(/completed optimizing .*?JSFunction (\w+)/g)].map(([, name]) => name),
  );
  expect(optimized).toContain("late");
  expect(optimized).not.toContain("early");
});
