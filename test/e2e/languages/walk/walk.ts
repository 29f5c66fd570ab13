import { writeFile } from "node:fs/promises";
import path from "node:path";
import { wayOfPage } from "./page.ts";
import { succeeded } from "./succeeded.ts";

/** What stands on the page for what a reader has. */
export interface Place {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** In the place of the repository's releases: a server with their files. */
  readonly releases: string;
  readonly gateway: { readonly baseUrl: string; readonly token: string };
}

/** One command, as it was run. */
export interface Step {
  readonly command: string;
  readonly seconds: number;
}

/** Does what the page says in an empty folder. A command that fails ends it. */
export async function walk(place: Place, show: (step: Step) => void = () => {}): Promise<Step[]> {
  const { files, commands } = wayOfPage();
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(place.folder, name), text);
  const settings: string[] = [];
  const steps: Step[] = [];
  for (const printed of commands) {
    const command = inPlace(printed, place);
    const begin = performance.now();
    const script = [...settings, command].join("\n");
    await succeeded("/bin/sh", ["-ec", script], { cwd: place.folder, env: place.env });
    if (/^(export )?\w+=/.test(command)) settings.push(command);
    const step = { command, seconds: (performance.now() - begin) / 1_000 };
    show(step);
    steps.push(step);
  }
  return steps;
}

/** A command with what a reader puts into it. */
function inPlace(command: string, { releases, gateway }: Place): string {
  return command
    .replace(/github:\/\/\S+/, releases)
    .replace(/https:\/\/github\.com\/\S+\/releases\/download\/v\$VERSION/, releases)
    .replace("https://gateway.example.com/api/v1", gateway.baseUrl)
    .replace(/(ACCESS_TOKEN=)\S+/, `$1${gateway.token}`);
}
