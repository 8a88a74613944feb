import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useFirstRun } from "./api.ts";
import { useFirstRunLeft } from "./first-run.store.ts";

/**
 * Leads who opens an empty board to the set-up, until they have left it once. Who goes back to the board from there
 * stays; every other address is what it is.
 */
export function FirstRunGate() {
  const navigate = useNavigate();
  const isBoard = useLocation({ select: ({ pathname }) => pathname === "/" });
  const left = useFirstRunLeft((state) => state.left);
  const hasLed = useRef(false);
  const asks = isBoard && !left;
  const due = useFirstRun(asks).data?.due === true;
  useEffect(() => {
    if (!asks || !due || hasLed.current) return;
    hasLed.current = true;
    void navigate({ to: "/welcome", replace: true });
  }, [asks, due, navigate]);
  return null;
}
