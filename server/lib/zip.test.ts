import { describe, expect, it } from "vitest";
import { type ZipEntry, zipDirectory } from "./zip.ts";

const entry = (n: number, at: number): ZipEntry => ({ name: `${n}`, crc: 7, size: 3, packedSize: 5, at });
const most32 = 0xffffffff;

/** The end records as a reader finds them: from the back. */
function readEnd(directory: Buffer) {
  const end = directory.subarray(-22);
  expect(end.readUInt32LE(0)).toBe(0x06054b50);
  const locator = directory.subarray(-42, -22);
  if (locator.length < 20 || locator.readUInt32LE(0) !== 0x07064b50)
    return { count: end.readUInt16LE(10), bytes: end.readUInt32LE(12), at: end.readUInt32LE(16) };
  const record = directory.subarray(-98, -42);
  expect(record.readUInt32LE(0)).toBe(0x06064b50);
  const numbers = [32, 40, 48].map((offset) => Number(record.readBigUInt64LE(offset)));
  const [count = 0, bytes = 0, at = 0] = numbers;
  expect(Number(locator.readBigUInt64LE(8))).toBe(at + bytes);
  return { count, bytes, at, wide: true };
}

describe("zipDirectory", () => {
  it("is the plain end while it can be", () => {
    const directory = zipDirectory([entry(1, 0), entry(2, 90)], 180);
    expect(readEnd(directory)).toEqual({ count: 2, bytes: directory.length - 22, at: 180 });
  });

  it("has the 64-bit records from 65,535 entries on", () => {
    const many = Array.from({ length: 0xffff }, (_, n) => entry(n, n));
    const wide = zipDirectory(many, 1_000_000);
    expect(readEnd(wide)).toMatchObject({ count: 0xffff, bytes: wide.length - 98, wide: true });
    expect(readEnd(zipDirectory(many.slice(1), 1_000_000))).not.toHaveProperty("wide");
  });

  it("places entries beyond 4 GB in their own 64-bit field", () => {
    const at = 5 * 1024 ** 3;
    const directory = zipDirectory([entry(1, most32 - 1), entry(2, at)], at + 90);
    expect(readEnd(directory)).toMatchObject({ count: 2, at: at + 90, wide: true });
    const near = directory.subarray(0, 47);
    const far = directory.subarray(47, 47 + 47 + 12);
    expect([near.readUInt16LE(30), near.readUInt32LE(42)]).toEqual([0, most32 - 1]);
    expect([far.readUInt16LE(30), far.readUInt32LE(42)]).toEqual([12, most32]);
    expect(Number(far.readBigUInt64LE(47 + 4))).toBe(at);
  });
});
