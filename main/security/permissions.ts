import { isBoardAddress } from "./navigation.ts";

export interface PermissionRequest {
  permission: string;
  requestingUrl: string;
  isMainFrame: boolean;
  /** For a `media` permission; empty otherwise. */
  mediaTypes: readonly string[];
}

/** Permits only notifications, writing to the clipboard and the microphone, and only to the board's main frame. */
export function isPermitted(ask: PermissionRequest, board: string | null): boolean {
  if (!ask.isMainFrame || !isBoardAddress(ask.requestingUrl, board)) return false;
  if (ask.permission === "media") {
    return ask.mediaTypes.length > 0 && ask.mediaTypes.every((type) => type === "audio");
  }
  return ask.permission === "notifications" || ask.permission === "clipboard-sanitized-write";
}
