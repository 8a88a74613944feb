import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ClockAlert } from "lucide-react";
import { clockChangeOperations } from "../../../server/domains/installation/clock-changes/model.ts";
import { callApi } from "../../lib/client.ts";
import { formatLongDuration } from "../../lib/durations.ts";
import { PageBanner } from "../../ui/PageBanner.tsx";
import { liveKeys } from "../live/apply-event.ts";
import { text } from "./text.ts";

/** Says above every page that somebody set the machine's clock, until a person closes it. An event tells of each change. */
export function ClockBanner() {
  const client = useQueryClient();
  const { data: change } = useQuery({
    queryKey: liveKeys.clockChange,
    queryFn: ({ signal }) => callApi(clockChangeOperations.getClockChange, {}, { signal }),
    retry: false,
  });
  const close = useMutation({
    mutationFn: () => callApi(clockChangeOperations.closeClockChange, {}),
    onSuccess: (next) => client.setQueryData(liveKeys.clockChange, next),
  });
  if (!change || change.changed_at === null) return null;
  const by = formatLongDuration(Math.abs(change.by_ms));
  return (
    <PageBanner
      tone="needs"
      icon={ClockAlert}
      action={
        <button
          type="button"
          onClick={() => close.mutate()}
          className="font-medium underline underline-offset-2"
        >
          {text.close}
        </button>
      }
    >
      {change.by_ms < 0 ? text.back(by) : text.ahead(by)}
    </PageBanner>
  );
}
