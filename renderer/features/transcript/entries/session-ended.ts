import { createContext } from "react";

/** Whether nothing of the session works any more, in the background neither: it is archived. */
export const SessionEnded = createContext(false);
