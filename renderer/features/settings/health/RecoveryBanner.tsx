import { useQuery } from "@tanstack/react-query";
import { PauseCircle } from "lucide-react";
import { maintenanceOperations } from "../../../../server/domains/installation/maintenance/model.ts";
import { callApi } from "../../../lib/client.ts";
import { PageBanner } from "../../../ui/PageBanner.tsx";
import { liveKeys } from "../../live/apply-event.ts";
import { BannerLink } from "../../settings-link/BannerLink.tsx";
import { recoveryBannerText } from "./recovery-banner-text.ts";

/** Says above every page that the background queues are held. An event says when that changes. */
export function RecoveryBanner() {
  const { data: mode } = useQuery({
    queryKey: liveKeys.recoveryMode,
    queryFn: ({ signal }) => callApi(maintenanceOperations.getRecoveryMode, {}, { signal }),
    refetchOnWindowFocus: true,
    retry: false,
  });
  if (mode?.active !== true) return null;
  return (
    <PageBanner
      tone="needs"
      icon={PauseCircle}
      action={<BannerLink section="health">{recoveryBannerText.open}</BannerLink>}
    >
      {recoveryBannerText.banner}
    </PageBanner>
  );
}
