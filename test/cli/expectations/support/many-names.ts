import type { AccountObject } from "../../../../cli/account/account-object.js";
import { mapping, model, pattern, provider, workspace } from "./objects.ts";

/** A workspace with so many mappings, half of them patterns, and a file that expects so many names of it. */
export function manyNames(
  names: number,
  mappings: number,
): { readonly objects: AccountObject[]; readonly text: string } {
  const half = Math.floor(mappings / 2);
  const objects = [
    workspace(),
    provider("openai"),
    ...Array.from({ length: 20 }, (_, at) => model(`openai/m${at}`)),
    ...Array.from({ length: half }, (_, at) =>
      pattern(`team${at}-.*`, `openai/m${at % 20}`, { priority: 10 + at }),
    ),
    ...Array.from({ length: mappings - half }, (_, at) => mapping(`team${at}-x`, `openai/m${at % 20}`)),
  ];
  const routes = Array.from({ length: names }, (_, at) => {
    const target = `openai/m${(at % half) % 20}`;
    return `      "team${at % half}-${at}": { model: ${target}, provider: openai }`;
  });
  return { objects, text: `workspaces:\n  "*":\n    routes:\n${routes.join("\n")}\n` };
}
