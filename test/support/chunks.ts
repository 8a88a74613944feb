import type { Page, Route } from "playwright-core";
import { onTestFinished } from "vitest";

/**
 * Answers the page's requests for chunks of the built board, by their names without the hash. The test fails if one of
 * them was never requested: after a chunk is renamed, its route would match nothing and the test would prove nothing.
 * Resolves with a function that removes the route.
 */
export async function routeChunks(
  page: Page,
  names: readonly string[],
  answer: (route: Route) => Promise<void>,
): Promise<() => Promise<void>> {
  const missing = new Set(names);
  const nameIn = ({ pathname }: URL) => names.find((name) => pathname.startsWith(`/assets/${name}-`));
  onTestFinished(() => {
    if (missing.size > 0)
      throw new Error(`The page never requested these chunks: ${[...missing].join(", ")}`);
  });
  const isRouted = (url: URL): boolean => nameIn(url) !== undefined;
  await page.route(isRouted, async (route) => {
    missing.delete(nameIn(new URL(route.request().url())) ?? "");
    await answer(route);
  });
  return () => page.unroute(isRouted);
}
