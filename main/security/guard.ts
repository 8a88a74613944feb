import type { Session, WebContents } from "electron";
import type { Logger } from "pino";
import type { Host } from "../host.ts";
import { decideNavigation, isBoardAddress } from "./navigation.ts";
import { openExternal } from "./open-external.ts";
import { isPermitted, type PermissionRequest } from "./permissions.ts";

/** Filled in while starting. Until `boardUrl` is known, nothing is allowed. */
export interface GuardContext {
  boardUrl: string | null;
  log: Logger | null;
}

/** Must be called before any window exists, so that every page and browser session gets the same rules. */
export function installGuards(host: Host, guarded: GuardContext): void {
  host.electron.app.on("session-created", (session) => guardSession(host, session, guarded));
  host.electron.app.on("web-contents-created", (_event, contents) => guardContents(host, contents, guarded));
}

function guardContents(host: Host, contents: WebContents, guarded: GuardContext): void {
  const openOutside = (address: string) => {
    openExternal(host, guarded, address).catch((err) =>
      guarded.log?.error({ err }, "Could not open an address"),
    );
  };
  const onNavigation = (event: { url: string; isMainFrame: boolean; preventDefault(): void }) => {
    const { url: target, isMainFrame } = event;
    const decision = decideNavigation({
      target,
      current: contents.getURL(),
      board: guarded.boardUrl,
      isMainFrame,
    });
    if (decision === "allow") return;
    event.preventDefault();
    if (decision === "openOutside") return openOutside(target);
    guarded.log?.warn({ address: target.slice(0, 200) }, "Blocked a navigation");
  };
  contents.on("will-frame-navigate", onNavigation);
  contents.on("will-redirect", onNavigation);
  contents.on("will-attach-webview", (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    if (isBoardAddress(contents.getURL(), guarded.boardUrl)) openOutside(url);
    return { action: "deny" };
  });
}

function guardSession({ electron, process }: Host, session: Session, guarded: GuardContext): void {
  const permits = (ask: PermissionRequest) => isPermitted(ask, guarded.boardUrl);

  session.setPermissionCheckHandler((...[, permission, origin, details]) => {
    const { requestingUrl = origin, isMainFrame, mediaType } = details;
    return permits({
      permission,
      requestingUrl,
      isMainFrame,
      mediaTypes: mediaType === undefined ? [] : [mediaType],
    });
  });
  session.setPermissionRequestHandler((...[, permission, answer, details]) => {
    const mediaTypes = "mediaTypes" in details ? (details.mediaTypes ?? []) : [];
    const { requestingUrl, isMainFrame } = details;
    const isAllowed = permits({ permission, requestingUrl, isMainFrame, mediaTypes });
    if (!isAllowed || permission !== "media" || process.platform !== "darwin") return answer(isAllowed);
    electron.systemPreferences.askForMediaAccess("microphone").then(answer, () => answer(false));
  });
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler(null);
}
