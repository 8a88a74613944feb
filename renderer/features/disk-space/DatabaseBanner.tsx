import { useQuery } from "@tanstack/react-query";
import { DatabaseZap } from "lucide-react";
import { integrityOperations } from "../../../server/domains/installation/integrity/model.ts";
import { callApi } from "../../lib/client.ts";
import { PageBanner } from "../../ui/PageBanner.tsx";
import { BannerLink } from "../settings-link/BannerLink.tsx";
import { text } from "./text.ts";

/** Says above every page that the weekly check found damage, and leads to the backups. No event reports it. */
export function DatabaseBanner() {
  const { data: found } = useQuery({
    queryKey: ["database_check"],
    queryFn: ({ signal }) => callApi(integrityOperations.getDatabaseCheck, {}, { signal }),
    refetchOnWindowFocus: true,
    retry: false,
  });
  if (!found) return null;
  const { problem, sessions_with_lost_lines: lost } = found;
  if (problem === null && lost.length === 0) return null;
  return (
    <PageBanner
      tone="failed"
      icon={DatabaseZap}
      action={<BannerLink section="data">{text.database.restore}</BannerLink>}
    >
      {problem === null ? text.database.linesLost(lost) : text.database.damaged}
    </PageBanner>
  );
}
