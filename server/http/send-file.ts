import type { Response } from "express";

/** Resolves when the file is sent or the caller has disconnected. */
export function sendFile(
  response: Response,
  { name, root }: { name: string; root: string },
  headers: Record<string, string>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    response.sendFile(name, { root, cacheControl: false, headers }, (error?: NodeJS.ErrnoException) => {
      if (error && !response.destroyed && !response.headersSent) reject(error);
      else resolve();
    });
  });
}
