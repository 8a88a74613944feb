import { useQuery } from "@tanstack/react-query";
import { FileWarning, RotateCw } from "lucide-react";
import { configOperations } from "../../server/domains/surfaces/configs/model.ts";
import { ClockBanner } from "../features/clock/ClockBanner.tsx";
import { DatabaseBanner } from "../features/disk-space/DatabaseBanner.tsx";
import { DiskSpaceBanner } from "../features/disk-space/DiskSpaceBanner.tsx";
import { LiveBanner } from "../features/live/LiveBanner.tsx";
import { OpenBoardBanner } from "../features/live/OpenBoardBanner.tsx";
import { SandboxBanner } from "../features/sandbox/SandboxBanner.tsx";
import { RecoveryBanner } from "../features/settings/health/RecoveryBanner.tsx";
import { BannerLink } from "../features/settings-link/BannerLink.tsx";
import { callApi } from "../lib/client.ts";
import { type ChunkErrorReason, useChunkLoadError } from "../lib/lazy-component.ts";
import { PageBanner } from "../ui/PageBanner.tsx";
import { text } from "./text.ts";

/** Why the catalog failed to load. No event reports it, so it is fetched when the window gets the focus. */
function useCatalogProblems(): string[] {
  const { data } = useQuery({
    queryKey: ["catalog", "report"],
    queryFn: ({ signal }) => callApi(configOperations.getCatalogReport, {}, { signal }),
    refetchOnWindowFocus: true,
    retry: false,
  });
  return (data?.findings ?? []).flatMap(({ severity, text: why }) => (severity === "problem" ? [why] : []));
}

function CatalogBanner() {
  const problems = useCatalogProblems();
  const [first] = problems;
  if (first === undefined) return null;
  return (
    <PageBanner
      tone="failed"
      icon={FileWarning}
      action={
        <BannerLink section="catalog">
          {problems.length === 1 ? text.banners.viewProblem : text.banners.viewProblems(problems.length)}
        </BannerLink>
      }
    >
      {text.banners.catalogFailed(first)}
    </PageBanner>
  );
}

const reloadReasons: Record<ChunkErrorReason, string> = {
  updated: text.banners.updated,
  refused: text.banners.refused,
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
          {text.banners.reload}
        </button>
      }
    >
      {reloadReasons[reason]}
    </PageBanner>
  );
}

/** Banners about the whole board, above every page. */
export function GlobalBanners() {
  return (
    <div role="status">
      <GoneBanner />
      <LiveBanner />
      <DiskSpaceBanner />
      <DatabaseBanner />
      <ClockBanner />
      <RecoveryBanner />
      <CatalogBanner />
      <OpenBoardBanner />
      <SandboxBanner />
    </div>
  );
}
