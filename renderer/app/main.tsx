import "./app.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { keepDraftsOnLeaving } from "../lib/drafts.ts";
import { createQueryClient } from "../lib/query-client.ts";
import { preloadPages, router } from "./router.ts";
import { showTheme } from "./theme.ts";

showTheme();
keepDraftsOnLeaving();

const root = document.getElementById("root");
if (!root) throw new Error("The page has no root element");

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);

const quietMs = 1_500;
setTimeout(preloadPages, quietMs);
