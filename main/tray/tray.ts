import { join } from "node:path";
import type { NativeImage, Tray } from "electron";
import type { Logger } from "pino";
import type { Service, ServiceStatus } from "../../server/index.ts";
import type { Started } from "../boot/phases.ts";
import type { Host } from "../host.ts";
import { text } from "../text.ts";
import type { MainWindow } from "../windows/main-window.ts";
import { summary, type TrayActions, trayMenu } from "./tray-menu.ts";

export interface TrayDeps {
  service: Service;
  window: MainWindow;
  actions: TrayActions;
  icons: string;
  log: Logger;
}

/** The normal icon, and the one shown while sessions need input. macOS colors its own and shows the count instead. */
interface Images {
  idle: NativeImage;
  attention: NativeImage;
}

/** Resolves with false if the desktop has no tray: then closing the window quits the app. */
export function openTray(host: Host, deps: TrayDeps): Started<boolean> {
  const images = loadImages(host, deps.icons);
  const tray = createTray(host, { log: deps.log, image: images.idle });
  tray?.on("click", () => host.process.platform !== "darwin" && deps.window.open());
  let neededAttention = false;
  const show = (status: ServiceStatus) => {
    const needsAttention = status.needsInput > 0;
    showBadge(host, { deps, status, images });
    if (!tray) return;
    updateTray(host, { tray, status, actions: deps.actions });
    if (needsAttention !== neededAttention) tray.setImage(needsAttention ? images.attention : images.idle);
    neededAttention = needsAttention;
  };
  const stop = deps.service.onStatus(show);
  show(deps.service.status());
  return {
    value: tray !== null,
    undo() {
      stop();
      tray?.destroy();
    },
  };
}

function loadImages({ electron, process }: Host, icons: string): Images {
  const image = (name: string) => electron.nativeImage.createFromPath(join(icons, name));
  if (process.platform !== "darwin")
    return { idle: image("tray.png"), attention: image("trayAttention.png") };
  const template = image("trayTemplate.png");
  template.setTemplateImage(true);
  return { idle: template, attention: template };
}

function createTray({ electron }: Host, { log, image }: { log: Logger; image: NativeImage }): Tray | null {
  try {
    return new electron.Tray(image);
  } catch (err) {
    log.warn({ err }, "This desktop has no tray");
    return null;
  }
}

function updateTray(
  { electron: { Menu }, process }: Host,
  { tray, status, actions }: { tray: Tray; status: ServiceStatus; actions: TrayActions },
): void {
  tray.setContextMenu(Menu.buildFromTemplate(trayMenu(status, actions)));
  tray.setToolTip(text.tray.tooltip(summary(status)));
  if (process.platform === "darwin") tray.setTitle(status.needsInput > 0 ? String(status.needsInput) : "");
}

/** Shows how many sessions need input on the app's icon. Windows shows an overlay without a number. */
function showBadge(
  { electron: { app }, process }: Host,
  { deps, status, images }: { deps: TrayDeps; status: ServiceStatus; images: Images },
): void {
  const { needsInput } = status;
  if (process.platform !== "win32") app.setBadgeCount(needsInput);
  else deps.window.setOverlay(needsInput > 0 ? { image: images.attention, text: summary(status) } : null);
}
