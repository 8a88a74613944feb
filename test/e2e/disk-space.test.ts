import { afterAll, beforeAll, expect, it } from "vitest";
import { startServiceWithBoard } from "../support/browser.ts";
import type { TestService } from "../support/service.ts";
import { useShow } from "./open-page.ts";

let service: TestService;

beforeAll(async () => {
  // More than any disk has, so that the service waits for space from its start.
  service = await startServiceWithBoard({ environment: { SERVICE_MIN_FREE_MB: "10000000" } });
});
afterAll(() => service[Symbol.asyncDispose]());

const show = useShow(() => service);

it.each(["dark", "light"] as const)(
  "says how much disk space is missing, and what can be deleted (%s)",
  async (look) => {
    const { page, picture } = await show("/", { look });
    const banner = page.getByText(/New work waits for disk space: .+ more must be free/);
    await banner.waitFor();
    await picture(`disk-space-board-${look}`);
    await page.getByRole("link", { name: "See what can be deleted" }).click();
    const section = page.getByRole("region", { name: "Free up space" });
    await section.getByText("Sessions in the trash").waitFor();
    await section
      .getByText(/^\d.* (?:B|KB|MB|GB)$/)
      .first()
      .waitFor();
    await picture(`disk-space-data-${look}`);
    await section.getByRole("link", { name: "Delete archived sessions" }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get("archived")).not.toBeNull();
  },
);
