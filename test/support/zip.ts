import { buffer } from "node:stream/consumers";
import yauzl from "yauzl";

/** The texts in a ZIP file, by name. */
export async function textsOfZip(zip: Uint8Array): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  const archive = await yauzl.fromBufferPromise(Buffer.from(zip));
  for await (const entry of archive.eachEntry())
    texts[entry.fileName] = (await buffer(await archive.openReadStreamPromise(entry))).toString("utf8");
  return texts;
}
