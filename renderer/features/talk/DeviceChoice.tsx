import { useEffect, useState } from "react";
import { Select } from "../../ui/Select.tsx";
import { chooseInput, chooseOutput } from "./call.ts";
import { type AudioDevice, listDevices } from "./microphone.ts";
import { text } from "./text.ts";

/** The devices of a kind, as they come and go. */
function useDevices(kind: "audioinput" | "audiooutput"): readonly AudioDevice[] {
  const [devices, setDevices] = useState<readonly AudioDevice[]>([]);
  useEffect(() => {
    const read = (): void => void listDevices(kind).then(setDevices, () => setDevices([]));
    read();
    navigator.mediaDevices.addEventListener("devicechange", read);
    return () => navigator.mediaDevices.removeEventListener("devicechange", read);
  }, [kind]);
  return devices;
}

interface Props {
  kind: "audioinput" | "audiooutput";
  label: string;
  choose(id: string): Promise<void>;
}

function Choice({ kind, label, choose }: Props) {
  const devices = useDevices(kind);
  const [chosen, setChosen] = useState("default");
  if (devices.length < 2) return null;
  return (
    <Select
      aria-label={label}
      className="max-w-40"
      value={chosen}
      options={devices.map((device) => ({ value: device.id, label: device.label }))}
      onValueChange={async (id) => {
        await choose(id);
        setChosen(id);
      }}
    />
  );
}

const hasOutputs = "setSinkId" in HTMLMediaElement.prototype;

/** Another microphone or loudspeaker, where there are several and the browser lets one choose. */
export function DeviceChoice() {
  return (
    <>
      <Choice kind="audioinput" label={text.microphone} choose={chooseInput} />
      {hasOutputs && <Choice kind="audiooutput" label={text.loudspeaker} choose={chooseOutput} />}
    </>
  );
}
