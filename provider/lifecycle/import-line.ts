/** The command that writes a file for `pulumi import --file`. */
export function importLine(kind: string, id: string): string {
  return `npx workspace-gateway import-file ${kind} <name> --id ${id}`;
}
