import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openTestBed } from "./cli-test-bed.ts";
import { compiledCode } from "./code-cache.ts";

it("is made once, by no agent, and shown to agents read-only", async (context) => {
  await using bed = await openTestBed();
  const { workspace, cli } = bed;
  const { sandbox } = workspace;
  if (sandbox === null) return context.skip("No sandbox starts on this machine");
  let plays = 0;
  const demoModelUrl = async () => {
    plays += 1;
    return bed.model.url;
  };
  const look = () => compiledCode(sandbox, { cli, path: workspace.env["PATH"] ?? "", demoModelUrl });
  expect(await look()).toBeNull();
  await expect.poll(look, { timeout: 60_000, interval: 50 }).toMatch(/compiled/);
  const folder = (await look()) ?? "";
  // Only code that ran is kept, so pi plays a turn with its tools.
  expect([plays, JSON.stringify(bed.model.requests()).includes("cmd=true")]).toEqual([1, true]);
  const leftovers = async () =>
    (await readdir(join(folder, ".."))).filter((name) => name.startsWith("making-"));
  await expect.poll(leftovers).toEqual([]);
  const [first] = await readdir(folder);
  const cmd = `test -e ${join(folder, first ?? "")} && touch ${folder}/planted || touch refused`;
  const { turn } = await bed.start(`#script bash cmd=${cmd}\n#script say Done.`);
  expect((await turn.outcome).kind).toBe("completed");
  expect(await readdir(workspace.cwd)).toContain("refused");
  expect(await readdir(folder)).not.toContain("planted");
});
