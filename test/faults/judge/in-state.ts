import type { ExportedState } from "../../harness/engine.ts";

/** A resource of ours that a state has. */
export interface InState {
  readonly kind: string;
  /** Logical name. */
  readonly name: string;
  readonly id: string;
  /** The engine still has to delete it. */
  readonly isLeaving: boolean;
  /** The API key that the gateway has, by what the state says; known only from a state that shows its secrets. */
  readonly apiKey?: string;
  /** What the gateway has issued for it; known only from a state that shows its secrets. */
  readonly issued: readonly string[];
}

const types = ["pulumi-nodejs:dynamic/workspace-gateway:", "workspace-gateway:index:"];
const issuedOutputs = ["gateKey", "link", "code"];

/** The resources of ours that a stack manages. */
export function inState({ deployment }: ExportedState): InState[] {
  const ours = (deployment.resources ?? []).filter(
    (resource) => types.some((type) => resource.type.startsWith(type)) && resource.external !== true,
  );
  return ours.map(({ urn, id = "", type: token, inputs, outputs, ...rest }) => {
    const apiKey = shownText(inputs?.apiKey);
    return {
      kind: token.slice(token.lastIndexOf(":") + 1),
      name: urn.slice(urn.lastIndexOf("::") + 2),
      id,
      isLeaving: rest.delete === true,
      ...(apiKey === undefined ? {} : { apiKey }),
      issued: issuedOutputs.map((name) => shownText(outputs?.[name])).filter((text) => text !== undefined),
    };
  });
}

/** A text of the state, or the text of a secret that is shown. */
function shownText(value: unknown): string | undefined {
  if (typeof value === "object" && value !== null && "plaintext" in value) {
    return shownText(JSON.parse(String(value.plaintext)));
  }
  return typeof value === "string" ? value : undefined;
}
