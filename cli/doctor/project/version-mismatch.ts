import { commandVersion } from "../../text/own-version.js";
import { installedAt } from "./installed.js";

const provider = "pulumi-workspace-gateway";

/** What is wrong, and what to do, where a folder has the provider of another version than this command. */
export function versionMismatch(
  folder: string,
  own = commandVersion(),
): { readonly found: string; readonly remedy: string } | undefined {
  const version = installedAt(folder, provider)?.version;
  return version === undefined || version === own
    ? undefined
    : {
        found: `The program uses ${provider} ${version}, and this command is of version ${own}.`,
        remedy: `Run \`npm install --save-dev workspace-gateway@${version}\` in the folder of the program.`,
      };
}
