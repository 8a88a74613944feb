import { join } from "node:path";
import type { NativeImage, Tray } from "electron";
import type { Logger } from "pino";
import type { Service, ServiceStatus } from "../../server/index.ts";
import type { Started } from "../boot/phases.ts";
import type { Host } from "../host.ts";
import type { MainWindow } from "../windows/main-window.ts";
import { summary, type TrayActions, trayMenu } from "./tray-menu.ts";

export interface TrayNeeds {
  service: Service;
  window: MainWindow;
  actions: TrayActions;
  icons: string;
  log: Logger;
}

/** One for when all is well and one for when the person is needed; macOS colours its own and shows the number instead. */
interface Images {
  calm: NativeImage;
  calling: NativeImage;
}

/** False when the desktop has no tray: then closing the window ends the app. */
export function openTray(host: Host, needs: TrayNeeds): Started<boolean> {
  const images = loadImages(host, needs.icons);
  const tray = createTray(host, { log: needs.log, image: images.calm });
  tray?.on("click", () => host.process.platform !== "darwin" && needs.window.open());
  let wasCalling = false;
  const show = (status: ServiceStatus) => {
    const isCalling = status.needsInput > 0;
    showBadge(host, { needs, status, images });
    if (!tray) return;
    presentTray(host, { tray, status, actions: needs.actions });
    if (isCalling !== wasCalling) tray.setImage(isCalling ? images.calling : images.calm);
    wasCalling = isCalling;
  };
  const stop = needs.service.onStatus(show);
  show(needs.service.status());
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
  if (process.platform !== "darwin") return { calm: image("tray.png"), calling: image("trayCalling.png") };
  const template = image("trayTemplate.png");
  template.setTemplateImage(true);
  return { calm: template, calling: template };
}

function createTray({ electron }: Host, { log, image }: { log: Logger; image: NativeImage }): Tray | null {
  try {
    return new electron.Tray(image);
  } catch (err) {
    log.warn({ err }, "There is no tray on this desktop");
    return null;
  }
}

function presentTray(
  { electron: { Menu }, process }: Host,
  { tray, status, actions }: { tray: Tray; status: ServiceStatus; actions: TrayActions },
): void {
  tray.setContextMenu(Menu.buildFromTemplate(trayMenu(status, actions)));
  tray.setToolTip(`Signalbox: ${summary(status)}`);
  if (process.platform === "darwin") tray.setTitle(status.needsInput > 0 ? String(status.needsInput) : "");
}

/** How many need the person, where the system shows it on the app's own icon. Windows shows a mark without a number. */
function showBadge(
  { electron: { app }, process }: Host,
  { needs, status, images }: { needs: TrayNeeds; status: ServiceStatus; images: Images },
): void {
  const { needsInput } = status;
  if (process.platform !== "win32") app.setBadgeCount(needsInput);
  else needs.window.mark(needsInput > 0 ? { image: images.calling, text: summary(status) } : null);
}
