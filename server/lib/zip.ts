import { promisify } from "node:util";
import { crc32, deflateRaw } from "node:zlib";

const compress = promisify(deflateRaw);

/**
 * The records of a ZIP file (APPNOTE 6.3.10), for entries whose bytes are at hand: yazl compresses whatever it is
 * given, and most of a new archive is bytes of the last one. ZIP64 only where an offset or a count asks for it.
 */
export interface ZipEntry {
  name: string;
  crc: number;
  size: number;
  packedSize: number;
  /** Where its local header begins. */
  at: number;
}

const utf8Names = 0x0800;
const deflated = 8;
const version = 45;
/** January 1, 1980: entries carry their own times inside. */
const dosDate = 0x21;
const most16 = 0xffff;
const most32 = 0xffffffff;

/** What local and central headers share, from the version to the length of the name. */
function common({ crc, size, packedSize }: ZipEntry, nameLength: number): Buffer {
  const record = Buffer.alloc(24);
  record.writeUInt16LE(version, 0);
  record.writeUInt16LE(utf8Names, 2);
  record.writeUInt16LE(deflated, 4);
  record.writeUInt16LE(dosDate, 8);
  record.writeUInt32LE(crc, 10);
  record.writeUInt32LE(packedSize, 14);
  record.writeUInt32LE(size, 18);
  record.writeUInt16LE(nameLength, 22);
  return record;
}

/** The header before an entry's compressed bytes. */
export function localHeader(entry: ZipEntry): Buffer {
  const name = Buffer.from(entry.name);
  return Buffer.concat([Buffer.from("PK\x03\x04"), common(entry, name.byteLength), Buffer.alloc(2), name]);
}

function centralHeader(entry: ZipEntry): Buffer {
  const name = Buffer.from(entry.name);
  const far = entry.at >= most32;
  const extra = Buffer.alloc(far ? 12 : 0);
  if (far) {
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(8, 2);
    extra.writeBigUInt64LE(BigInt(entry.at), 4);
  }
  const rest = Buffer.alloc(16);
  rest.writeUInt16LE(extra.byteLength, 0);
  rest.writeUInt32LE(Math.min(entry.at, most32), 12);
  const madeBy = Buffer.from([version, 0]);
  return Buffer.concat([
    Buffer.from("PK\x01\x02"),
    madeBy,
    common(entry, name.byteLength),
    rest,
    name,
    extra,
  ]);
}

/** The end of a ZIP file whose entries end at `at`. */
export function zipDirectory(entries: readonly ZipEntry[], at: number): Buffer {
  const headers = Buffer.concat(entries.map(centralHeader));
  const count = entries.length;
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(Math.min(count, most16), 8);
  end.writeUInt16LE(Math.min(count, most16), 10);
  end.writeUInt32LE(Math.min(headers.byteLength, most32), 12);
  end.writeUInt32LE(Math.min(at, most32), 16);
  const far = count >= most16 || headers.byteLength >= most32 || at >= most32;
  return Buffer.concat([headers, ...(far ? [zip64End(count, headers.byteLength, at)] : []), end]);
}

/** The 64-bit end of the directory and its locator. */
function zip64End(count: number, bytes: number, at: number): Buffer {
  const record = Buffer.alloc(56 + 20);
  record.write("PK\x06\x06", "latin1");
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(version, 12);
  record.writeUInt16LE(version, 14);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(bytes), 40);
  record.writeBigUInt64LE(BigInt(at), 48);
  record.write("PK\x06\x07", 56, "latin1");
  record.writeBigUInt64LE(BigInt(at + bytes), 64);
  record.writeUInt32LE(1, 72);
  return record;
}

/** A ZIP file of some small texts. */
export async function zipOfTexts(files: readonly { name: string; text: string }[]): Promise<Buffer> {
  const entries: ZipEntry[] = [];
  const pieces: Buffer[] = [];
  let at = 0;
  for (const { name, text } of files) {
    const content = Buffer.from(text);
    const packed = await compress(content);
    const entry = {
      name,
      crc: crc32(content),
      size: content.byteLength,
      packedSize: packed.byteLength,
      at,
    };
    const header = localHeader(entry);
    entries.push(entry);
    pieces.push(header, packed);
    at += header.byteLength + packed.byteLength;
  }
  return Buffer.concat([...pieces, zipDirectory(entries, at)]);
}
