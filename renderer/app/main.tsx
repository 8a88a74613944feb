import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "./app.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { followWorker } from "../features/inbox/follow-worker.ts";
import { prefetchOnPress } from "../features/session/prefetch.ts";
import { showAppearance } from "../features/settings/appearance/appearance.store.ts";
import { syncDraftsAcrossTabs } from "../lib/drafts.ts";
import { preloadAll } from "../lib/lazy-component.ts";
import { renewTickets, ticketsReady } from "../lib/page-signer.ts";
import { startServiceWorker } from "../lib/service-worker.ts";
import { claimTabId } from "../lib/tab-id.ts";
import { prepareToasts } from "../ui/toasts.ts";
import { rememberLocation, restoreLastLocation } from "./last-location.ts";
import { leaveMovedPage } from "./moved-pages.ts";
import { router } from "./router.ts";

// Asked first, so that the first answer need not wait for it.
void ticketsReady();
renewTickets();
showAppearance();
restoreLastLocation();
leaveMovedPage();
rememberLocation(router);
syncDraftsAcrossTabs();
prefetchOnPress(router.options.context.client);
followWorker((path) => void router.navigate({ to: path }));
// Claims the tab's id early, although it is only needed for forms.
void claimTabId();

const root = document.getElementById("root");
if (!root) throw new Error("The page has no root element");

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={router.options.context.client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);

const quietMs = 1_500;
setTimeout(() => void preloadAll(), quietMs);
setTimeout(prepareToasts, quietMs);
setTimeout(startServiceWorker, quietMs);
