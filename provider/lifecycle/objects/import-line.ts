import { isNativeType, nativeToken, typeOfUrn } from "../../spec/token.js";
import { hidden } from "../../spec/values.js";
import { shellWord } from "../../text/shell-word.js";
import type { Target } from "../operation/target.js";
import { textIn } from "../state/state.js";

/**
 * The shell command that imports an object. It has a placeholder for what is not known.
 *
 * Pulumi itself imports through the plugin, whose programs may be on a machine without npm. In all other cases a command of ours
 * writes a file for `pulumi import --file`.
 */
export function importLine(target: Target, id?: string): string {
  const type = typeOfUrn(textIn(target.values, hidden.urn) ?? "");
  const { connection } = target.client.settings;
  return isNativeType(type) && connection === undefined ? byPlugin(target, id) : byFile(target, id);
}

function byPlugin({ kind, parentId, provider }: Target, id?: string): string {
  const place = parentId === undefined || kind.endpoints.list === undefined ? "" : `${parentId}/`;
  return [
    `pulumi import ${nativeToken(kind.name)} <name>`,
    id === undefined ? `${place}<id>` : shellWord(place + id),
    ...(provider === undefined ? [] : [`--provider ${shellWord(provider)}=<urn>`]),
  ].join(" ");
}

function byFile({ kind, parentId, client }: Target, id?: string): string {
  const { connection } = client.settings;
  return [
    `npx workspace-gateway import-file ${kind.name} <name> --id ${id === undefined ? "<id>" : shellWord(id)}`,
    ...(parentId === undefined ? [] : [`--workspace-id ${shellWord(parentId)}`]),
    ...(connection === undefined ? [] : [`--connection ${shellWord(connection)}`]),
  ].join(" ");
}
