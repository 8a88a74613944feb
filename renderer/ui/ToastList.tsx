import { useEffect } from "react";
import { Toaster, toast } from "sonner";
import { startToasts } from "./toasts.ts";

/** Renders the toasts of toasts.ts, including those queued before it was mounted. */
export function ToastList({ theme }: { theme: "system" | "light" | "dark" }) {
  useEffect(() => startToasts(toast), []);
  return (
    <Toaster
      theme={theme}
      position="top-center"
      // Below the bar with the search field and the title.
      offset={{ top: "4.5rem" }}
      mobileOffset={{ top: "4rem" }}
      expand
      closeButton
      toastOptions={{ className: "font-sans" }}
    />
  );
}
