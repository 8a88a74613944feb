import { useEffect } from "react";
import { useAsking } from "../features/sessions/use-session-lists.ts";
import { usePageTitle, windowTitle } from "../lib/page-title.ts";

/** Keeps the window's title true. Returns that of the page, to be said aloud when another one comes. */
export function useWindowTitle(): string | null {
  const title = usePageTitle((page) => page.title);
  const asking = useAsking();
  useEffect(() => {
    document.title = windowTitle(title, asking);
  }, [title, asking]);
  return title;
}
