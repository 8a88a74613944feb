import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { AppWindow, ChevronRight } from "lucide-react";
import { type ReactNode, useContext } from "react";
import { serverOfTool, showsAppsOf } from "../../../../server/domains/agents/mcp-apps/model.ts";
import { transcriptOperations } from "../../../../server/domains/transcripts/transcripts/model.ts";
import { callApi } from "../../../lib/client.ts";
import { useAppSettings } from "../../app-settings/api.ts";
import { useFold } from "../transcript.store.ts";
import { type AppAddress, AppFrame } from "./AppFrame.tsx";
import { AppPlace } from "./app-place.ts";
import { placeInAddress } from "./picture-place.ts";
import { text } from "./text.ts";
import { toolLabel } from "./tool-view.ts";

export interface AppsProps {
  /** The id of the result's entry. */
  entry: string;
  count: number;
  /** The tool that returned them; null if its call is not loaded. */
  tool: string | null;
  foldKey: string;
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 text-xs text-soft">
      <AppWindow aria-hidden className="size-3.5 shrink-0 text-faint" />
      {children}
    </p>
  );
}

const linkLook = "font-medium text-accent hover:underline";

/** An app that is not allowed, with the way to allow it. */
function InertApp({ server, isOn }: { server: string; isOn: boolean }) {
  return (
    <Note>
      <span>{isOn ? text.apps.notAllowed(server) : text.apps.off(server)}</span>
      <Link to="/settings/$section" params={{ section: "mcp-apps" }} className={linkLook}>
        {isOn ? text.apps.allow : text.apps.turnOn}
      </Link>
    </Note>
  );
}

function AppContent({ address, server }: { address: AppAddress; server: string }) {
  // A frame does not tell whether its page was refused, so it is asked for first.
  const { isPending, isError } = useQuery({
    queryKey: ["timeline_app", address],
    queryFn: async ({ signal }) => {
      await callApi(transcriptOperations.timelineApp, { params: { ...address } }, { signal });
      return true;
    },
    retry: false,
  });
  if (isPending) return <p className="px-3 py-2 text-xs text-faint">{text.apps.loading(server)}</p>;
  if (isError) return <p className="px-3 py-2 text-xs text-needs">{text.apps.unavailable}</p>;
  return <AppFrame address={address} server={server} />;
}

interface AllowedAppProps {
  address: AppAddress;
  server: string;
  tool: string;
  foldKey: string;
}

function AllowedApp({ address, server, tool, foldKey }: AllowedAppProps) {
  const [open, toggle] = useFold(`${foldKey}:app${address.number}`, true);
  return (
    <figure className="rounded-md border border-line">
      <figcaption className="flex min-h-7 items-center gap-2 px-2 text-xs text-soft">
        <button
          type="button"
          aria-expanded={open}
          aria-label={open ? text.apps.collapse : text.apps.expand}
          onClick={toggle}
          className="touch-target flex size-5 items-center justify-center rounded-sm hover:bg-hover"
        >
          <ChevronRight
            aria-hidden
            className={`size-3 text-faint transition-transform ${open ? "rotate-90" : "rtl:rotate-180"}`}
          />
        </button>
        <AppWindow aria-hidden className="size-3.5 shrink-0 text-faint" />
        <span className="min-w-0 truncate">{text.apps.by(toolLabel(tool))}</span>
      </figcaption>
      {open && (
        <div className="border-t border-line">
          <AppContent address={address} server={server} />
        </div>
      )}
    </figure>
  );
}

/** The apps in the result of a tool: each in a frame if its server is allowed, otherwise a sentence. */
export function Apps({ entry, count, tool, foldKey }: AppsProps) {
  const session = useContext(AppPlace);
  const { data: settings, isPending, refetch } = useAppSettings();
  const server = tool === null ? null : serverOfTool(tool);
  if (session === null) return <Note>{text.apps.ofSubagent}</Note>;
  if (tool === null || server === null) return <Note>{text.apps.unknownServer}</Note>;
  if (isPending) return <Note>{text.apps.loading(server)}</Note>;
  if (!settings) {
    return (
      <Note>
        <span>{text.apps.settingsFailed}</span>
        <button type="button" className={linkLook} onClick={() => void refetch()}>
          {text.apps.again}
        </button>
      </Note>
    );
  }
  if (!showsAppsOf(settings.mcp_apps, tool))
    return <InertApp server={server} isOn={settings.mcp_apps.enabled} />;
  return (
    <div className="flex flex-col gap-2">
      {Array.from({ length: count }, (_, number) => (
        <AllowedApp
          // An app has no other key than its place.
          key={number}
          address={{ id: String(session), ...placeInAddress(entry, number) }}
          server={server}
          tool={tool}
          foldKey={foldKey}
        />
      ))}
    </div>
  );
}
