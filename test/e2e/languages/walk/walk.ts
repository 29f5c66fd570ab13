import { writeFile } from "node:fs/promises";
import path from "node:path";
import { Shell } from "../../../docs/walk/shell.ts";
import { published } from "../../../plugin/support/published-schema.ts";
import { wayOfPage } from "./page.ts";

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
  const env = { ...place.env, ...withDownloads(place.releases) };
  const shell = new Shell({ cwd: place.folder, env, memory: path.join(place.folder, ".shell") });
  const steps: Step[] = [];
  for (const printed of commands) {
    const command = inPlace(printed, place);
    const begin = performance.now();
    const { code, output } = await shell.run(command);
    if (code !== 0) throw new Error(`\`${command}\` exited with ${code}:\n${output}`);
    const step = { command, seconds: (performance.now() - begin) / 1_000 };
    show(step);
    steps.push(step);
  }
  return steps;
}

/** Lets Pulumi get the plugin by itself, from where the schema says that it is; that place is the server. */
function withDownloads(releases: string): NodeJS.ProcessEnv {
  return {
    PULUMI_PLUGIN_DOWNLOAD_URL_OVERRIDES: `^${published.pluginDownloadURL}$=${releases}`,
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "false",
  };
}

/** A command with what a reader puts into it. */
function inPlace(command: string, { releases, gateway }: Place): string {
  return command
    .replace(/https:\/\/github\.com\/\S+\/releases\/download\/v\$VERSION/, releases)
    .replace("https://gateway.example.com/api/v1", gateway.baseUrl)
    .replace(/(ACCESS_TOKEN=)\S+/, `$1${gateway.token}`);
}
