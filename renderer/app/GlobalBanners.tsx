import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FileWarning, RotateCw } from "lucide-react";
import { configOperations } from "../../server/domains/agents/configs/model.ts";
import { LiveBanner } from "../features/live/LiveBanner.tsx";
import { callApi } from "../lib/client.ts";
import { type ChunkErrorReason, useChunkLoadError } from "../lib/lazy-component.ts";
import { PageBanner } from "../ui/PageBanner.tsx";

/** Whether the newest catalog could not be taken; nothing announces it, so looking back at the window asks. */
function useCatalogProblems(): number {
  const { data } = useQuery({
    queryKey: ["catalog", "report"],
    queryFn: ({ signal }) => callApi(configOperations.getCatalogReport, {}, { signal }),
    refetchOnWindowFocus: true,
    retry: false,
  });
  return data?.findings.filter(({ severity }) => severity === "problem").length ?? 0;
}

function CatalogBanner() {
  const problems = useCatalogProblems();
  if (problems === 0) return null;
  return (
    <PageBanner
      tone="failed"
      icon={FileWarning}
      action={
        <Link
          to="/settings/$section"
          params={{ section: "catalog" }}
          className="font-medium underline underline-offset-2"
        >
          {problems === 1 ? "View the problem" : `View ${problems} problems`}
        </Link>
      }
    >
      The catalog could not be loaded. Signalbox is using the last valid version.
    </PageBanner>
  );
}

const goneWords: Record<ChunkErrorReason, string> = {
  updated: "Signalbox was updated while this page was open.",
  refused: "A part of this page could not be fetched.",
};

function GoneBanner() {
  const reason = useChunkLoadError((state) => state.reason);
  if (reason === null) return null;
  return (
    <PageBanner
      tone="needs"
      icon={RotateCw}
      action={
        <button
          type="button"
          onClick={() => location.reload()}
          className="font-medium underline underline-offset-2"
        >
          Reload
        </button>
      }
    >
      {goneWords[reason]}
    </PageBanner>
  );
}

/** What holds for the whole board: said once, above every page. */
export function GlobalBanners() {
  return (
    <div role="status">
      <GoneBanner />
      <LiveBanner />
      <CatalogBanner />
    </div>
  );
}
