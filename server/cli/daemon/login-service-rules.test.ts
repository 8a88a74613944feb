import { describe, expect, it } from "vitest";
import { loginService } from "./login-service-rules.ts";

const program = {
  argv: ["/opt/node", "/opt/signal box/cli.js", "serve"],
  environment: { SERVICE_DATA_DIR: "/people/ada/100% data" },
  description: "Signalbox",
};

describe("the service starts at login", () => {
  it("by a systemd user unit, with words as systemd reads them", () => {
    const { file, content, enable } = loginService("linux", "/people/ada", program);
    expect(file).toBe("/people/ada/.config/systemd/user/signalbox.service");
    expect(content).toContain('ExecStart="/opt/node" "/opt/signal box/cli.js" "serve"\n');
    expect(content).toContain('Environment="SERVICE_DATA_DIR=/people/ada/100%% data"\n');
    expect(content).toContain("[Install]\nWantedBy=default.target\n");
    expect(enable.map((command) => command.join(" "))).toEqual([
      "systemctl --user daemon-reload",
      "systemctl --user enable --now signalbox.service",
    ]);
  });

  it("by a launch agent, with words as XML has them", () => {
    const odd = { ...program, environment: { SERVICE_DATA_DIR: "/Users/ada/R&D <1>" } };
    const { file, content } = loginService("darwin", "/Users/ada", odd);
    expect(file).toBe("/Users/ada/Library/LaunchAgents/dev.signalbox.service.plist");
    expect(content).toContain("<string>/opt/signal box/cli.js</string>");
    expect(content).toContain("<string>/Users/ada/R&amp;D &lt;1&gt;</string>");
  });

  it("by a task of the Windows scheduler, whose script has its variables", () => {
    const { content, enable, disable } = loginService("win32", "C:/Users/ada", program);
    expect(content).toContain(
      'shell.Environment("PROCESS")("SERVICE_DATA_DIR") = "/people/ada/100% data"\r\n',
    );
    expect(content).toContain('shell.Run """/opt/node"" ""/opt/signal box/cli.js"" ""serve""", 0, False\r\n');
    expect([enable[0]?.[0], disable[0]?.[1]]).toEqual(["schtasks", "/Delete"]);
  });
});
