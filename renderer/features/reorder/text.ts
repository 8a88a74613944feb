/** The words of moving rows, which screen readers announce. */
export const text = {
  move: (name: string) => `Move “${name}”`,
  hint: "Drag, or press Space and use the arrow keys",
  more: (count: number) => `and ${count} more`,
  item: (name: string) => `“${name}”`,
  items: (count: number) => `${count} items`,
  place: (position: number, count: number, section: string) => `${position} of ${count} in ${section}`,
  pickedUp: (items: string, place: string) =>
    `Picked up ${items}, ${place}. Use the arrow keys to move, Space to drop, Escape to cancel.`,
  dropped: (items: string, place: string) => `Dropped ${items}, ${place}.`,
  canceled: (items: string) => `Canceled. ${items} is back in its original place.`,
};
