import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { markerIn, parseStat, parseUsage } from "./linux.ts";
import { parseTable, parseUsages, posixTable } from "./posix.ts";
import { markerVariable } from "./process-table.ts";
import { parseRows } from "./windows.ts";

describe("Linux", () => {
  const tail = "7 7 7 0 -1 4194304 1 0 0 0 1 2 0 0 20 0 1 0 4242 9000 200";

  it.each([
    [
      "reads parent and start ticks",
      `9 (node) S ${tail}`,
      { pid: 9, parent: 7, startedAt: "4242@b", isKernel: false, isStopped: false, isSandbox: false },
    ],
    [
      "is not misled by a name with spaces and parentheses",
      `9 (a) Z (b c) R ${tail}`,
      { pid: 9, parent: 7, startedAt: "4242@b", isKernel: false, isStopped: false, isSandbox: false },
    ],
    [
      "knows bubblewrap, which stands around a command",
      `9 (bwrap) S ${tail}`,
      { pid: 9, parent: 7, startedAt: "4242@b", isKernel: false, isStopped: false, isSandbox: true },
    ],
    [
      "sees that it is stopped",
      `9 (node) T ${tail}`,
      { pid: 9, parent: 7, startedAt: "4242@b", isKernel: false, isStopped: true, isSandbox: false },
    ],
    ["takes a zombie for gone", `9 (node) Z ${tail}`, null],
  ])("%s", (_title, text, expected) => {
    expect(parseStat(text, "b")).toEqual(expected);
  });

  it.each([
    ["first", `${markerVariable}=d:1:2\0A=b\0`, "d:1:2"],
    ["last and without an end", `A=b\0${markerVariable}=d`, "d"],
    ["after a variable whose name ends alike", `X${markerVariable}=no\0${markerVariable}=yes\0`, "yes"],
    ["only in another variable's value", `A=${markerVariable}=no\0`, null],
    ["not there", "", null],
  ])("finds the marker when it is %s", (_title, block, expected) => {
    expect(markerIn(Buffer.from(block))).toBe(expected);
  });
});

it("reads what a process used from what Linux and ps say", () => {
  const stat = "9 (my (agent)) S 7 7 7 0 -1 4194304 1 0 0 0 150 25 0 0 20 0 1 0 4242 9000 200";
  const used = { pid: 9, name: "my (agent)", cpuMs: 1_750, memoryBytes: 2_048 };
  const onLinux = "Name:\tagent\nVmRSS:\t       2 kB\nRssAnon:\t       1 kB\n";
  expect(parseUsage(stat, onLinux)).toEqual({ ...used, ownBytes: 1_024, threads: 1 });
  expect(parseUsage(stat, "Name:\tagent\n")).toBeNull();
  const lines = ["    9      2 1-01:00:02.50 /opt/bin/my (agent)", "", "  PID RSS"].join("\n");
  expect(parseUsages(lines)).toEqual([{ ...used, cpuMs: 90_002_500 }]);
  expect(parseUsages("10 4 0:01.75 sh")[0]).toMatchObject({ name: "sh", cpuMs: 1_750 });
});

describe("macOS", () => {
  const start = "Fri Nov 20 10:00:00 2026";
  const line = (pid: number, owner: number, command: string) => ` ${pid}  1  ${owner} S  ${start} ${command}`;

  it("looks for the marker in the environment, not in the arguments", () => {
    const inArguments = `grep ${markerVariable}=d:1`;
    const plain = [line(5, 501, "claude -p"), line(6, 501, inArguments), line(7, 0, "sh")].join("\n");
    const full = [
      line(5, 501, `claude -p A=b ${markerVariable}=d:1:2 C=d`),
      line(6, 501, `${inArguments} A=b`),
      line(7, 0, `sh ${markerVariable}=d:1:2`),
    ].join("\n");
    expect(parseTable(plain, full, 501).map(({ pid, marker }) => [pid, marker])).toEqual([
      [5, "d:1:2"],
      [6, null],
      [7, null],
    ]);
  });

  it("leaves zombies out", () => {
    expect(parseTable(line(5, 501, "(sh)").replace(" S ", " Z+ "), "", 501)).toEqual([]);
  });

  it("reads what the real ps prints", async (context) => {
    if (process.platform === "win32") return context.skip("Windows has other rules for this");
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 60_000)"], {
      env: { ...process.env, [markerVariable]: "posix:1:1" },
    });
    try {
      await once(child, "spawn");
      const found = (await posixTable.list()).find(({ pid }) => pid === child.pid);
      expect(found).toMatchObject({ parent: process.pid, marker: "posix:1:1" });
      expect(posixTable.startOrder(found?.startedAt ?? "")).toBeGreaterThan(Date.UTC(2020));
      expect(await posixTable.read([child.pid ?? 0])).toMatchObject([{ pid: child.pid }]);
      expect(await posixTable.read([2 ** 22 + 1])).toEqual([]);
    } finally {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
  });
});

it("reads the rows PowerShell prints, and nothing else", () => {
  expect(
    parseRows("4 0 133770000000000000\r\n\r\nGet-CimInstance : denied\r\n88 4 133770000000000500\r\n"),
  ).toEqual([
    { pid: 4, parent: 0, startedAt: "133770000000000000", marker: null },
    { pid: 88, parent: 4, startedAt: "133770000000000500", marker: null },
  ]);
});
