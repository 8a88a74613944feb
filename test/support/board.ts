import { createHmac } from "node:crypto";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pageTicketMessage, pageTicketMs } from "../../server/domains/access/page-keys/model.ts";
import {
  type Confirmation,
  confirmationHeader,
  confirmationRequired,
} from "../../server/domains/owner/confirmations/model.ts";
import type { Service } from "../../server/index.ts";
import { newPageKey, offerOf, type TestPageKey } from "./page-signer.ts";
import { type Answer, startTestService, type TestService } from "./service.ts";

/** Calls the board's API like the page of a browser that the owner signed in. */
export interface Board {
  cookie: string;
  /** Null where the board needs no sign-in. */
  pageKey: TestPageKey | null;
  /** The cookie, and what has each request signed with the key (page-signer.ts). */
  headers: Record<string, string>;
  /** A person confirms at once what needs it. */
  call: TestService["call"];
  /** The same without the person: what needs a confirmation is answered with it. */
  callUnconfirmed: TestService["call"];
}

export interface BoardService extends TestService {
  board: Board;
}

/** A service that also serves a page, and a browser that is signed in to it. */
export async function startBoardService(
  options: Parameters<typeof startTestService>[0] = {},
): Promise<BoardService> {
  const folder = await mkdtemp(join(tmpdir(), "signalbox-test-"));
  const rendererFolder = join(folder, "board");
  await mkdir(join(rendererFolder, "assets"), { recursive: true });
  await writeFile(
    join(rendererFolder, "index.html"),
    "<!doctype html><title>Signalbox</title><script>0</script>",
  );
  await writeFile(join(rendererFolder, "assets", "app.js"), "export {};\n");
  const service = await startTestService({ ...options, folder, rendererFolder });
  return { ...service, board: await openBoard(service) };
}

/** Signs a browser in with a launch link. */
export async function openBoard({ url, call, service }: TestService): Promise<Board> {
  const { cookie, pageKey, headers } = await enterBoard(url, service.launchLink());
  const callUnconfirmed: Board["callUnconfirmed"] = (method, path, body, options = {}) =>
    call(method, `/ui/v1${path}`, body, { key: null, headers: { ...headers, ...options.headers } });
  return {
    cookie,
    pageKey,
    headers,
    callUnconfirmed,
    async call<T = Record<string, unknown>>(
      ...[method, path, body, options]: Parameters<TestService["call"]>
    ) {
      const answer = await callUnconfirmed<T>(method, path, body, options);
      const confirmed = confirmAtOnce(service, answer);
      if (!confirmed) return answer;
      return callUnconfirmed<T>(method, path, body, { headers: { ...options?.headers, ...confirmed } });
    },
  };
}

/** What a browser sends after it followed this link to the board. */
export async function enterBoard(
  url: string,
  link: string,
): Promise<Pick<Board, "cookie" | "pageKey" | "headers">> {
  const { cookie, pageKey } = link.includes("#code=") ? await signInBrowser(url, link) : await openPage(url);
  return { cookie, pageKey, headers: { cookie, ...pageKey?.header } };
}

/** Confirms what a refused request asks for, like a person outside the page. Returns the header to repeat it with, or null. */
function confirmAtOnce(
  service: Pick<Service, "settleConfirmation">,
  { status, body }: Pick<Answer<unknown>, "status" | "body">,
): Record<string, string> | null {
  const { error, confirmation } = (body ?? {}) as { error?: string; confirmation?: Confirmation };
  if (status !== 409 || error !== confirmationRequired || !confirmation) return null;
  service.settleConfirmation(confirmation.id, "confirmed");
  return { [confirmationHeader]: confirmation.id };
}

/** A board that needs no launch link gives its cookie to everyone, or sends people to sign in. */
async function openPage(url: string): Promise<{ cookie: string; pageKey: null }> {
  const page = await fetch(url, { headers: { accept: "text/html" } });
  await page.text();
  return { cookie: page.headers.get("set-cookie")?.split(";")[0] ?? "", pageKey: null };
}

/** What the page adds to the address of a request that cannot be signed. */
export async function pageTicket(
  url: string,
  target: string,
  headers: Readonly<Record<string, string>>,
): Promise<string> {
  const answer = await fetch(`${url}/ui/v1/page_ticket_key`, { headers });
  const { key, now } = (await answer.json()) as { key: string; now: number };
  const expires = now + pageTicketMs;
  const message = pageTicketMessage({ host: new URL(url).host, target, expires });
  return `${expires}.${createHmac("sha256", key).update(message).digest("hex")}`;
}

/** Follows a launch link like the page it opens. */
export async function signInBrowser(
  url: string,
  link: string,
): Promise<{ cookie: string; pageKey: TestPageKey; headers: Record<string, string> }> {
  const code = new URL(link).hash.replace("#code=", "");
  const pageKey = newPageKey();
  const response = await fetch(`${url}/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({ code, ...offerOf(pageKey, new URL(url).host, code) }),
  });
  if (!response.ok) throw new Error(`Not signed in: ${response.status} ${await response.text()}`);
  const cookie = response.headers.get("set-cookie")?.split(";")[0] ?? "";
  return { cookie, pageKey, headers: { cookie, ...pageKey.header } };
}
