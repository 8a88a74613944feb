import { SegmentedControl } from "../../../ui/SegmentedControl.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import {
  chooseAppearance,
  type Density,
  type TextSize,
  type Theme,
  useAppearance,
} from "./appearance.store.ts";
import { KeyList } from "./KeyList.tsx";

const themes: readonly { value: Theme; label: string }[] = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];
const densities: readonly { value: Density; label: string }[] = [
  { value: "compact", label: "Compact" },
  { value: "comfortable", label: "Comfortable" },
  { value: "spacious", label: "Spacious" },
];
const textSizes: readonly { value: TextSize; label: string }[] = [
  { value: "small", label: "Small" },
  { value: "normal", label: "Normal" },
  { value: "large", label: "Large" },
  { value: "larger", label: "Larger" },
];

interface LineProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange(value: T): void;
}

function Line<T extends string>(line: LineProps<T>) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 py-2">
      <span aria-hidden className="text-sm font-medium">
        {line.label}
      </span>
      <SegmentedControl {...line} />
    </div>
  );
}

/** How the board looks in this browser. */
export function AppearancePage() {
  const { theme, density, textSize } = useAppearance();
  return (
    <>
      <SettingsSection
        title="Display"
        description="Saved in this browser. Other devices have their own settings."
      >
        <div className="-my-2 divide-y divide-line">
          <Line
            label="Colors"
            value={theme}
            options={themes}
            onChange={(chosen) => chooseAppearance({ theme: chosen })}
          />
          <Line
            label="Density"
            value={density}
            options={densities}
            onChange={(chosen) => chooseAppearance({ density: chosen })}
          />
          <Line
            label="Text size"
            value={textSize}
            options={textSizes}
            onChange={(chosen) => chooseAppearance({ textSize: chosen })}
          />
        </div>
      </SettingsSection>
      <KeyList />
    </>
  );
}
