import { keepSandboxes } from "../../../db/restore-part.ts";

/** A trigger whose sandbox was made stricter since keeps it. */
export const triggerRestore = keepSandboxes("triggers");
