import type { Actor } from "../../../http/caller.ts";
import { type Context, type Endpoint, endpoints } from "../../../http/mount.ts";
import { originWords } from "../../../http/turn-origin.ts";
import type { Clock } from "../../../lib/clock.ts";
import { quickStartRefusal } from "./errors.ts";
import { quickStartOperations } from "./model.ts";
import { rateLimit } from "./rate.ts";
import type { QuickStartOrigin, QuickStartService } from "./service.ts";

const MAX_PER_MINUTE = 10;
/** A refused request of less than this does not count against the limit, because refusing it is cheap. */
const smallBytes = 1024 * 1024;

export function quickStartRoutes(deps: {
  quickStarts: QuickStartService;
  clock: Clock;
  /** The service's public address; null if it is not configured. */
  baseUrl: string | null;
}): Endpoint[] {
  const { quickStarts, baseUrl } = deps;
  const limit = rateLimit({ clock: deps.clock, max: MAX_PER_MINUTE, windowMs: 60_000 });

  /** Runs before the body is read, which may be 110 MB. */
  function admit({ request, response }: Context): void {
    const address = request.socket.remoteAddress ?? "";
    const seconds = Math.ceil(limit.waitMs(address) / 1_000);
    const isSmall = Number(request.headers["content-length"] ?? smallBytes) < smallBytes;
    if (seconds === 0) {
      response.once("finish", () => {
        if (isSmall && response.statusCode === 422) limit.giveBack(address);
      });
      return;
    }
    throw quickStartRefusal("too_often", { max: MAX_PER_MINUTE, seconds }, { retry_after: seconds });
  }

  const { getQuickRouter, quickRouter } = quickStartOperations;
  const reads = endpoints(
    { getQuickRouter },
    {
      getQuickRouter: () => quickStarts.router(),
    },
  );
  const starts = endpoints(
    { quickRouter },
    {
      async quickRouter({ body }, { actor, request }) {
        const from = { ...originOf(actor), actor, isHumanText: true, cameFrom: originWords(request) };
        const { id } = await quickStarts.start(body, from);
        return { session_id: id, ...(baseUrl !== null && { session_url: `${baseUrl}/sessions/${id}` }) };
      },
    },
  );
  return [...reads, ...starts.map((endpoint) => ({ ...endpoint, admit }))];
}

/** R106. */
function originOf({ kind }: Actor): Pick<QuickStartOrigin, "genesis" | "source" | "defaultClass"> {
  if (kind === "native") return { genesis: "api", source: "mobile_app", defaultClass: "priority" };
  const source = kind === "board" ? "quick_prompt" : "browser_extension";
  return { genesis: "web_ui", source, defaultClass: null };
}
