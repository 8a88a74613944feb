import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { findChromium } from "../support/chromium.ts";

/** A browser for the built board, or the reason why there is none. */
export async function launch(): Promise<Browser | { missing: string }> {
  const built = join(import.meta.dirname, "../../dist/renderer/index.html");
  if (!existsSync(built)) return { missing: "the board is not built (`npm run build`)" };
  const found = await findChromium();
  if ("missing" in found) return found;
  return chromium.launch({
    executablePath: found.path,
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
  });
}
