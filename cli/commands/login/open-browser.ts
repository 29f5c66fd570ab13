import { spawn } from "node:child_process";

/** Opens a URL in the person's browser, if there seems to be one. The URL is always printed too. */
export function openBrowser(url: string, env: Readonly<Record<string, string | undefined>>): void {
  const [command, ...args] = opener(env);
  if (command === undefined) {
    return;
  }
  const child = spawn(command, [...args, url], { detached: true, stdio: "ignore" });
  child.on("error", () => {}); // there is no such program: the person opens the printed URL
  child.unref();
}

function opener({ DISPLAY, WAYLAND_DISPLAY }: Readonly<Record<string, string | undefined>>): string[] {
  switch (process.platform) {
    case "darwin":
      return ["open"];
    case "win32":
      return ["rundll32", "url.dll,FileProtocolHandler"];
    default:
      return DISPLAY || WAYLAND_DISPLAY ? ["xdg-open"] : [];
  }
}
