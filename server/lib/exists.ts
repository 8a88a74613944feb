import { access } from "node:fs/promises";

/** Whether there is something at the path; false for a broken link. Never rejects. */
export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
