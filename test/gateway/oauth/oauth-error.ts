import { jsonReply, type Reply } from "../http/reply.ts";

type Code =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "invalid_scope"
  | "unauthorized_client"
  | "unsupported_grant_type"
  | "unsupported_response_type";

/** A failure of an OAuth endpoint (RFC 6749, 4.1.2.1 and 5.2). */
export class OAuthError extends Error {
  readonly code: Code;

  constructor(code: Code, description: string) {
    super(description);
    this.code = code;
  }
}

export function oauthErrorReply({ code, message }: OAuthError): Reply {
  const body = { error: code, error_description: message };
  if (code !== "invalid_client") return jsonReply(400, body);
  return jsonReply(401, body, { "WWW-Authenticate": 'Basic realm="oauth"' });
}
