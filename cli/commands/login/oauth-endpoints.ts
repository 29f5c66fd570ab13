import {
  authServer,
  defined,
  hasStatus,
  oauthFetch,
  plainUrl,
  type Settings,
  secureUrl,
  systemIo,
} from "pulumi-workspace-gateway/tools";
import { UsageError } from "../terminal.js";

/** The addresses where a person approves, where we get tokens, and where we end them. */
export interface OauthEndpoints {
  /** Known only if the issuer published the endpoints. */
  readonly issuer?: string;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly revocationUrl?: string;
}

export interface EndpointOptions {
  readonly issuer?: string;
  readonly authorizeUrl?: string;
  readonly tokenUrl?: string;
}

/** The endpoints from the options, or else those that the issuer publishes. The API document shows none. */
export async function findEndpoints(options: EndpointOptions, settings: Settings): Promise<OauthEndpoints> {
  const { authorizeUrl, tokenUrl = settings.tokenUrl, issuer } = options;
  if (authorizeUrl === undefined) {
    if (options.tokenUrl !== undefined) {
      throw new UsageError("--token-url needs --authorize-url");
    }
    return discover(secured("--issuer", issuer ?? new URL(settings.baseUrl).origin, settings), settings);
  }
  if (tokenUrl === undefined || issuer !== undefined) {
    throw new UsageError("--authorize-url needs --token-url, and cannot be used with --issuer");
  }
  return {
    authorizeUrl: secured("--authorize-url", authorizeUrl, settings),
    tokenUrl: secured("--token-url", tokenUrl, settings),
  };
}

/** Reads the published endpoints (RFC 8414), or else from the older place of OpenID Connect. */
async function discover(issuer: string, settings: Settings): Promise<OauthEndpoints> {
  const oauth = await import("oauth4webapi");
  const remedy = "Give --issuer, or --authorize-url and --token-url.";
  const fetch = oauthFetch(authServer(issuer, "--issuer", settings, systemIo), { remedy, secrets: [] });
  const ask = (algorithm: "oauth2" | "oidc") =>
    oauth.discoveryRequest(new URL(issuer), {
      algorithm,
      [oauth.customFetch]: fetch,
      [oauth.allowInsecureRequests]: true, // `secured` accepts http only on this machine or with `allowHttp`
    });
  const response = await ask("oauth2").catch((error) =>
    hasStatus(error, 404) ? ask("oidc") : Promise.reject(error),
  );
  const found = await oauth.processDiscoveryResponse(new URL(issuer), response);
  const { authorization_endpoint, token_endpoint, revocation_endpoint } = found;
  if (authorization_endpoint === undefined || token_endpoint === undefined) {
    throw new Error(`${issuer} publishes no endpoints for a user flow. ${remedy}`);
  }
  return {
    issuer: found.issuer,
    authorizeUrl: secured("the issuer's authorization_endpoint", authorization_endpoint, settings),
    tokenUrl: secured("the issuer's token_endpoint", token_endpoint, settings),
    ...defined({
      revocationUrl:
        revocation_endpoint === undefined
          ? undefined
          : secured("the issuer's revocation_endpoint", revocation_endpoint, settings),
    }),
  };
}

function secured(name: string, url: string, { allowHttp }: Settings): string {
  const parsed = (allowHttp ? plainUrl : secureUrl).safeParse(url);
  if (!parsed.success) {
    throw new UsageError(`${name} ${parsed.error.issues.map(({ message }) => message).join(", ")}`);
  }
  return parsed.data;
}
