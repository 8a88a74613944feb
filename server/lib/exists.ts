import { access } from "node:fs/promises";

/** Something is at the path; a link that leads nowhere is nothing. Never rejects. */
export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
