import type { Io } from "../../io/io.js";
import { GatewayError } from "../http/errors.js";
import type { Auth } from "./auth.js";
import type { Tokens } from "./token-endpoint.js";

/** Gets tokens: any that are fresh, but not the one that the gateway has refused. */
export type Obtain = (refused?: string) => Promise<Tokens>;

/** Tokens that end: replaced before their time is up and when refused, by one request for all who wait. */
export class Renewing implements Auth {
  private current: Tokens | undefined;
  private pending: Promise<Tokens> | undefined;
  private readonly held = new Set<string>();

  constructor(
    private readonly obtain: Obtain,
    private readonly io: Io,
  ) {}

  async token(): Promise<string> {
    const { current } = this;
    return current !== undefined && isFresh(current, this.io) ? current.accessToken : this.next();
  }

  async renew(refused: string): Promise<boolean> {
    if (this.current === undefined || this.current.accessToken === refused) {
      await this.next(refused);
    }
    return true;
  }

  /** What the token is good for, if the server has said so. */
  get scopes(): readonly string[] | undefined {
    return this.current?.scopes;
  }

  secrets(): readonly string[] {
    return [...this.held];
  }

  private async next(refused?: string): Promise<string> {
    this.pending ??= this.obtainOnce(refused);
    return (await this.pending).accessToken;
  }

  /** A refusal by the token endpoint stays: asking again would only lock the app or the person out. */
  private async obtainOnce(refused: string | undefined): Promise<Tokens> {
    try {
      const tokens = await this.obtain(refused);
      this.current = tokens;
      for (const secret of [tokens.accessToken, tokens.refreshToken ?? ""]) {
        this.held.add(secret);
      }
      this.pending = undefined;
      return tokens;
    } catch (error) {
      if (!(error instanceof GatewayError && error.outcome === "rejected")) {
        this.pending = undefined;
      }
      throw error;
    }
  }
}

export function isFresh({ refreshAt }: { readonly refreshAt?: number | undefined }, io: Io): boolean {
  return refreshAt === undefined || io.now() < refreshAt;
}
