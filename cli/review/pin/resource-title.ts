import { printable } from "pulumi-workspace-gateway/tools";
import { partsOf } from "../../stack/urn.js";

/** What people call a resource: `Model gpt`. */
export function resourceTitle(urn: string): string {
  const { type, name } = partsOf(urn);
  return printable(`${type.split(":").at(-1) ?? ""} ${name}`.trim());
}
