import { createContext } from "react";

/** The session whose own transcript is shown; null where apps stay off. */
export const AppPlace = createContext<number | null>(null);
