import { existsSync } from "node:fs";
import path from "node:path";
import { type Browser, chromium } from "playwright-core";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** A browser of this machine; undefined if none is on the PATH. */
export const browserPath = (process.env.PATH ?? "")
  .split(path.delimiter)
  .flatMap((folder) => names.map((name) => path.join(folder, name)))
  .find((file) => existsSync(file));

/** Starts the browser without a window. As root it refuses to start with its sandbox. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(browserPath !== undefined && { executablePath: browserPath }),
    args: ["--no-sandbox", "--disable-gpu"],
  });
}
