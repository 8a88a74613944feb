import { type BoardOptions, type BoardPage, openBoard, useBrowser } from "../support/browser.ts";
import type { TestService } from "../support/service.ts";
import { type SessionPage, sessionPage } from "../support/session-page.ts";

export interface Shown extends BoardPage {
  session: SessionPage;
}

export type ShowOptions = Omit<BoardOptions, "url">;

/** Shows paths of a service's board, in one browser for the tests of a file. What is copied there can be read. */
export function useShow(service: () => TestService) {
  const browser = useBrowser();
  return async (path: string, options: ShowOptions = {}): Promise<Shown> => {
    const board = await openBoard(browser(), { url: service().url, ...options });
    await board.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await board.open(path);
    return { ...board, session: sessionPage(board.page) };
  };
}
