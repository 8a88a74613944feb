import { afterAll, beforeAll, beforeEach } from "vitest";
import type { WebSignInState } from "../../server/domains/access/web-sign-in/model.ts";
import { type BoardService, startBoardService } from "./board.ts";
import {
  alice,
  type Subject,
  startIdentityProvider,
  type TestIdentityProvider,
} from "./identity-provider.ts";
import type { Answer } from "./service.ts";
import type { Page, Visitor } from "./sign-in.ts";

type Reply = Answer<Record<string, unknown>>;

/** A service with web sign-in for the tests of a file; each test starts with an unknown person. */
export function useSignInService() {
  let idp: TestIdentityProvider;
  let service: BoardService;
  let people = 0;

  /** A new person, who signs in at the provider from now on. */
  function newcomer(): Subject {
    people += 1;
    idp.subject = { ...alice, sub: `${2_000 + people}`, email: `person-${people}@corp.test` };
    return idp.subject;
  }

  beforeAll(async () => {
    idp = await startIdentityProvider();
    service = await startBoardService({ environment: idp.environment });
  });
  beforeEach(() => void newcomer());
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await idp[Symbol.asyncDispose]();
  });

  /** Calls an operation of the board as the page in this browser. */
  const ask = (browser: Visitor, method: string, path: string, body?: unknown): Promise<Reply> =>
    service.call(method, `/ui/v1${path}`, body, { key: null, headers: browser.headers() });

  return {
    bed: () => ({ idp, service }),
    newcomer,
    ask,
    stateOf: async (browser: Visitor): Promise<WebSignInState> =>
      (await ask(browser, "GET", "/web_sign_in")).body as unknown as WebSignInState,
  };
}

export const isCallback = ({ pathname }: URL): boolean => pathname === "/sign-in/callback";

export const headingOf = (page: Page): string => /<h1>(.*?)<\/h1>/.exec(page.text)?.[1] ?? page.text;
export const alertOf = (page: Page): string => /<p role="alert">(.*?)<\/p>/.exec(page.text)?.[1] ?? "";
