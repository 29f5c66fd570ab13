import { startGateway } from "../gateway/index.ts";

/** The parts of the OpenAPI document that tell of endpoints and scopes. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly securitySchemes: {
      readonly oauth2: {
        readonly flows: { readonly clientCredentials: { readonly scopes: Readonly<Record<string, string>> } };
      };
    };
  };
}

export interface Operation {
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly responses: Readonly<Record<string, unknown>>;
}

/** What the reference gateway serves. */
export async function readDocument(): Promise<ApiDocument> {
  const gateway = await startGateway();
  try {
    return JSON.parse(await (await fetch(`${gateway.origin}/openapi.json`)).text());
  } finally {
    await gateway.close();
  }
}

/** Every scope (api.md, "Authentication" 3). */
export function scopesOf({ components }: ApiDocument): string[] {
  return Object.keys(components.securitySchemes.oauth2.flows.clientCredentials.scopes);
}
