import { expect, it } from "vitest";
import { onlyCall } from "./transcript-script.ts";

it.each<[string, ReturnType<typeof onlyCall>]>([
  [
    'const r = await tools.exec_command({"cmd":"echo \\"a\\"; exit 3"});\ntext(r);\n',
    { name: "exec_command", input: { cmd: 'echo "a"; exit 3' } },
  ],
  [
    "text((await tools.exec_command({ cmd: 'npm test', yield_time_ms: 1_000, tty: false, })).output)",
    { name: "exec_command", input: { cmd: "npm test", yield_time_ms: 1000, tty: false } },
  ],
  [
    "await tools.exec_command({cmd: `a\nb $HOME \\u00e9`, env: [{ name: null }]})",
    { name: "exec_command", input: { cmd: "a\nb $HOME é", env: [{ name: null }] } },
  ],
  ['await tools["mcp__hub__list"]()', { name: "mcp__hub__list", input: {} }],
  ['tools.apply_patch("*** Begin Patch\\n+x")', { name: "apply_patch", input: "*** Begin Patch\n+x" }],
  // Another part of the script decides what these run, or how often.
  ["await tools.exec_command({cmd: `cat ${file}`})", null],
  ["await tools.exec_command({cmd})", null],
  ['await tools.exec_command({cmd: "a" + b})', null],
  ['await tools.exec_command({cmd: "a"}, more)', null],
  ['await Promise.all([tools.exec_command({cmd: "a"}), tools.exec_command({cmd: "b"})])', null],
  ["text(1 + 1)", null],
  ['await tools.exec_command({cmd: "cut off', null],
])("reads the only call of %j", (script, expected) => {
  expect(onlyCall(script)).toEqual(expected);
});

it("gives up on nesting that no tool takes", () => {
  expect(onlyCall(`tools.x(${"[".repeat(5_000)}`)).toBeNull();
});
