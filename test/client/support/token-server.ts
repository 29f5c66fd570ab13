import type { Exchange, Reply } from "../../../provider/client/exchange.js";
import { readSettings } from "../../../provider/client/settings.js";
import { authFor, type Wire } from "../../../provider/client/sign-in.js";
import { reply } from "./reply.ts";
import { VirtualIo } from "./virtual-io.ts";

/** A token endpoint that issues `token-1`, `token-2`, … and rotates refresh tokens; a used one ends them all. */
export class TokenServer {
  readonly asked: Exchange[] = [];
  readonly origins: string[] = [];
  /** Seconds; undefined: the server does not say. */
  life: number | undefined = 3600;
  /** The refresh token that works; none for a service flow. */
  refreshToken: string | undefined;
  /** Answers to give before any token. */
  readonly instead: (Reply | Error)[] = [];
  private issued = 0;

  readonly wire: Wire = ({ url }) => {
    this.origins.push(url);
    return async (exchange) => {
      this.asked.push(exchange);
      await new Promise(setImmediate); // as on a network, others run meanwhile
      const other = this.instead.shift();
      if (other instanceof Error) {
        throw other;
      }
      return other ?? this.issue(this.form(this.asked.length - 1));
    };
  };

  form(index: number): Record<string, string> {
    return Object.fromEntries(new URLSearchParams(this.asked[index]?.form));
  }

  private issue(form: Record<string, string>): Reply {
    if (form.grant_type === "refresh_token" && form.refresh_token !== this.refreshToken) {
      this.refreshToken = "none";
      return reply(400, { error: "invalid_grant", error_description: `used: ${form.refresh_token}` });
    }
    this.issued++;
    if (this.refreshToken !== undefined) {
      this.refreshToken = `refresh-${this.issued}`;
    }
    return reply(200, {
      access_token: `token-${this.issued}`,
      token_type: "Bearer",
      ...(this.life === undefined ? {} : { expires_in: this.life }),
      ...(this.refreshToken === undefined ? {} : { refresh_token: this.refreshToken }),
    });
  }
}

/** What signs in as an app, with a token endpoint that knows it. */
export function serviceOf(env: Readonly<Record<string, string>> = {}) {
  const io = new VirtualIo();
  const server = new TokenServer();
  const own = {
    WORKSPACE_GATEWAY_BASE_URL: "https://gateway.test/api/v1",
    WORKSPACE_GATEWAY_CLIENT_ID: "app",
    WORKSPACE_GATEWAY_CLIENT_SECRET: "app-secret",
    WORKSPACE_GATEWAY_TOKEN_URL: "https://id.test/token",
  };
  const settings = readSettings({ env: { ...own, ...env }, config: () => undefined });
  return { io, server, settings, auth: authFor(settings, io, server.wire) };
}
