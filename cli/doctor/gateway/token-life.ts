import { jsonIn, type Settings } from "pulumi-workspace-gateway/tools";
import { z } from "zod";

const claims = z.object({ exp: z.number() });

/**
 * When a token says that it ends, in milliseconds since the epoch. A JWT can be read without a key; it is not verified,
 * because only the gateway can, and nothing else of it is looked at (RFC 7519, 4.1.4).
 */
export function endOfToken(token: string): number | undefined {
  const [, payload, signature] = token.split(".");
  if (payload === undefined || signature === undefined) {
    return undefined;
  }
  const { data } = claims.safeParse(jsonIn(Buffer.from(payload, "base64url").toString()));
  return data && data.exp * 1000; // three parts with dots may be no JWT
}

/** Until when a credential can be used. */
export interface TokenLife {
  /** Milliseconds since the epoch; undefined if nothing says so. */
  readonly ends: number | undefined;
  /** Whether a new token is got when this one ends. */
  readonly renewed: boolean;
}

/** The life of the token in use, which is a part of what its credential can do. */
export function lifeOf(token: string, { credential, baseUrl, connection }: Settings): TokenLife {
  const ends = endOfToken(token);
  switch (credential.from) {
    case "accessToken":
      return { ends, renewed: false };
    case "service":
      return { ends, renewed: true };
    case "login": {
      const login = credential.logins.find(baseUrl, connection);
      return { ends: ends ?? login?.refreshAt, renewed: login?.refreshToken !== undefined };
    }
  }
}
