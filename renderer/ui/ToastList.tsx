import { useEffect } from "react";
import { Toaster, toast } from "sonner";
import { startToasts } from "./toasts.ts";

/** Shows what toasts.ts says; the words that waited come once the list listens. */
export function ToastList({ theme }: { theme: "system" | "light" | "dark" }) {
  useEffect(() => startToasts(toast), []);
  return (
    <Toaster
      theme={theme}
      position="top-center"
      expand
      closeButton
      toastOptions={{ className: "font-sans" }}
    />
  );
}
