import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

/** A connection that a person at this machine made for a program. */
export async function accessToken(environment: Record<string, string>): Promise<string> {
  const program = join(import.meta.dirname, "../../server/cli.ts");
  const asked = ["grant", "--email", "bench@example.com", "--privilege", "act_as_human"];
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...asked], { env: environment });
  return (JSON.parse(stdout) as { access_token: string }).access_token;
}
