import { defined } from "pulumi-workspace-gateway/tools";

/** What a URN says: `urn:pulumi:STACK::PROJECT::PARENT$TYPE::NAME`. */
export interface UrnParts {
  readonly stack?: string;
  readonly project?: string;
  readonly type: string;
  readonly name: string;
}

export function partsOf(urn: string): UrnParts {
  const [stack, project, types = "", ...name] = urn.replace(/^urn:pulumi:/, "").split("::");
  return {
    ...defined({ stack: stack || undefined, project: project || undefined }),
    type: types.split("$").at(-1) ?? "",
    name: name.join("::") || urn,
  };
}
