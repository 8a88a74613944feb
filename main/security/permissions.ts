import { isBoardAddress } from "./navigation.ts";

export interface PermissionAsk {
  permission: string;
  requestingUrl: string;
  isMainFrame: boolean;
  /** Of a `media` permission; empty otherwise. */
  mediaTypes: readonly string[];
}

/** Notifications, copying to the clipboard and the microphone, for the board's own page; nothing else, nobody else. */
export function isPermitted(ask: PermissionAsk, board: string | null): boolean {
  if (!ask.isMainFrame || !isBoardAddress(ask.requestingUrl, board)) return false;
  if (ask.permission === "media") {
    return ask.mediaTypes.length > 0 && ask.mediaTypes.every((type) => type === "audio");
  }
  return ask.permission === "notifications" || ask.permission === "clipboard-sanitized-write";
}
