import { readFileSync } from "node:fs";
import { join } from "node:path";
import { secretStore } from "../../server/lib/secret-store/index.ts";

/** The root secret of a started test service, whose key is in a file. */
export function rootSecretOf(dataFolder: string): string {
  const file = readFileSync(join(dataFolder, "installation.json"), "utf8");
  const { id } = JSON.parse(file) as { id: string };
  const secret = secretStore({ folder: dataFolder, account: id, place: "file" }).read("root_secret");
  if (secret === null) throw new Error(`${dataFolder} has no root secret`);
  return secret;
}
