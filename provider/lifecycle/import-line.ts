import type { Target } from "./target.js";

/** The command that writes a file for `pulumi import --file`, ready for a shell. */
export function importLine({ kind, parentId, client }: Target, id: string): string {
  const { connection } = client.settings;
  return [
    `npx workspace-gateway import-file ${kind.name} <name> --id ${quoted(id)}`,
    ...(parentId === undefined ? [] : [`--workspace-id ${quoted(parentId)}`]),
    ...(connection === undefined ? [] : [`--connection ${quoted(connection)}`]),
  ].join(" ");
}

/** Ids may hold any character (api.md, "Resources and their fields"). */
function quoted(word: string): string {
  return /^[\w.<>-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
