import { z } from "zod";

const coordinate = z.int().min(-100_000).max(100_000);
const length = z.int().min(1).max(100_000);

export const windowState = z.strictObject({
  bounds: z.strictObject({ x: coordinate, y: coordinate, width: length, height: length }),
  isMaximized: z.boolean(),
});

export type WindowState = z.infer<typeof windowState>;
type Rectangle = WindowState["bounds"];

export const smallestWindow = { width: 480, height: 400 };
const firstWindow = { width: 1280, height: 840 };
/** As much of a window as a person needs to see to drag it back. */
const grip = 80;

/** The remembered place if it can still be seen on one of the screens, else only the size, for the system to place. */
export function decideBounds(
  saved: WindowState | null,
  screens: readonly Rectangle[],
): { width: number; height: number; x?: number; y?: number } {
  if (!saved) return firstWindow;
  const size = {
    width: Math.max(saved.bounds.width, smallestWindow.width),
    height: Math.max(saved.bounds.height, smallestWindow.height),
  };
  const { x, y } = saved.bounds;
  const isReachable = screens.some((screen) => canGrip({ x, y, ...size }, screen));
  return isReachable ? { x, y, ...size } : size;
}

/** Its upper edge is on the screen, and enough of its width. */
function canGrip(window: Rectangle, screen: Rectangle): boolean {
  const shared = Math.min(window.x + window.width, screen.x + screen.width) - Math.max(window.x, screen.x);
  return shared >= grip && window.y >= screen.y && window.y <= screen.y + screen.height - grip;
}
