import { expect, it } from "vitest";
import { announcement, rejection, remoteError, takenIn } from "./report.ts";
import { longestHead, readHead } from "./request-head.ts";

const none = "0".repeat(40);
const commit = "1".repeat(40);
const line = (words: string): string => (Buffer.byteLength(words) + 4).toString(16).padStart(4, "0") + words;
const bytes = (...parts: string[]): Buffer => Buffer.from(parts.join(""));
const main = { before: none, after: commit, name: "refs/heads/main" };
const mainLine = line(`${none} ${commit} refs/heads/main\0 report-status side-band-64k agent=git/2`);

it("reads what a push asks for, up to its pack", () => {
  const second = line(`${commit} ${none} refs/heads/größe\n`);
  const sent = bytes(mainLine, second, "0000", "PACK...");
  expect(readHead(sent)).toEqual({
    updates: [main, { before: commit, after: none, name: "refs/heads/größe" }],
    capabilities: new Set(["report-status", "side-band-64k", "agent=git/2"]),
    isSigned: false,
    length: sent.length - 7,
  });
});

it("reads the options after it, and commits where history was cut", () => {
  const first = line(`${none} ${commit} refs/heads/main\0push-options`);
  const sent = bytes(line(`shallow ${commit}\n`), first, "0000", line("ci.skip"), "0000", "PACK");
  expect(readHead(sent)).toMatchObject({ updates: [main], length: sent.length - 4 });
  const whole = bytes(first, "0000", line("ci.skip"), "0000", "PACK");
  expect(readHead(whole)).toMatchObject({ updates: [main], length: whole.length - 4 });
  expect(readHead(bytes(first, "0000", line("ci.skip")))).toBeNull();
});

it("waits for the rest", () => {
  const sent = bytes(mainLine, "0000");
  for (let end = 0; end < sent.length; end += 1) expect(readHead(sent.subarray(0, end))).toBeNull();
  expect(readHead(sent)).not.toBeNull();
});

it("knows a push of nothing, and a signed one", () => {
  expect(readHead(bytes("0000"))).toMatchObject({ updates: [], isSigned: false, length: 4 });
  expect(readHead(bytes(line("push-cert\0report-status"), "0000"))).toMatchObject({ isSigned: true });
});

it.each([
  ["no packet", "GET / HTTP/1.1"],
  ["a length that is none", "zzzz"],
  ["a length without room for itself", "0003"],
  ["a line that is no update", `${line("refs/heads/main")}0000`],
  ["a commit of another length", `${line(`${none}0 ${commit} refs/heads/main`)}0000`],
])("refuses %s", (_what, sent) => {
  expect(readHead(bytes(sent))).toBe("malformed");
});

it("refuses a head without an end", () => {
  const many = mainLine.repeat(Math.ceil(longestHead / mainLine.length) + 1);
  expect(readHead(bytes(many))).toBe("malformed");
});

it("says why each ref was not taken, on the band that git prints from", () => {
  const head = readHead(bytes(mainLine, "0000"));
  if (head === null || head === "malformed") throw new Error("It is a head");
  const answer = rejection(head, { reason: () => "because\nso", say: "Ask a person" }).toString();
  expect(answer).toContain("\u0002Ask a person\n");
  expect(answer).toContain("000eunpack ok\n");
  expect(answer).toContain("ng refs/heads/main because so\n");
  const plain = { ...head, capabilities: new Set(["report-status"]) };
  expect(rejection(plain, { reason: () => "no" }).toString()).toBe(
    "000eunpack ok\n001ang refs/heads/main no\n0000",
  );
  expect(rejection({ ...head, capabilities: new Set() }, { reason: () => "no" }).toString()).toBe("0000");
});

it("announces the service, and refuses in git's words", () => {
  expect(announcement.toString()).toBe("001f# service=git-receive-pack\n0000");
  expect(remoteError("No").toString()).toBe("001f# service=git-receive-pack\n0000000aERR No");
});

it("finds what git says it took", () => {
  const answer = "0030\u0001000eunpack ok\n0019ok refs/heads/main\n0017ng refs/tags/v1 no\n00000000";
  expect(takenIn(answer)).toEqual(["refs/heads/main"]);
});
