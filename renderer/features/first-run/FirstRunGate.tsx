import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useFirstRun } from "./api.ts";
import { useFirstRunLeft } from "./first-run.store.ts";

/** Opens the setup for an empty board, until it was left once. Other addresses are not affected. */
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
