export const itemClass =
  "flex h-9 cursor-default items-center gap-2.5 rounded-md px-2.5 text-sm select-none data-[selected=true]:bg-hover pointer-coarse:h-11";

export const groupClass =
  "[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-2xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-faint";
