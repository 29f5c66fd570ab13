import { shellWord } from "../../text/shell-word.js";
import type { Target } from "../operation/target.js";

/**
 * The shell command that writes a file for `pulumi import --file`.
 * It has a placeholder for an id that is not known.
 */
export function importLine({ kind, parentId, client }: Target, id?: string): string {
  const { connection } = client.settings;
  return [
    `npx workspace-gateway import-file ${kind.name} <name> --id ${id === undefined ? "<id>" : shellWord(id)}`,
    ...(parentId === undefined ? [] : [`--workspace-id ${shellWord(parentId)}`]),
    ...(connection === undefined ? [] : [`--connection ${shellWord(connection)}`]),
  ].join(" ");
}
