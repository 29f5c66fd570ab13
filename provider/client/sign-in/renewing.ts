import type { Io } from "../../io/io.js";
import { RequestError } from "../http/errors.js";
import type { Auth } from "./auth.js";
import type { Tokens } from "./token-endpoint.js";

/** Gets fresh tokens, other than the access token that the gateway has `refused`. */
export type Obtain = (refused?: string) => Promise<Tokens>;

/**
 * Tokens that expire. They are replaced before they expire, and when the gateway refuses them. All callers
 * that wait for new tokens share one request.
 */
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

  /** The scopes of the token, if the server has told them. */
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

  /** If the token endpoint refuses, it is not asked again: that could lock the app or the person out. */
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
      if (!(error instanceof RequestError && error.outcome === "rejected")) {
        this.pending = undefined;
      }
      throw error;
    }
  }
}

export function isFresh({ refreshAt }: { readonly refreshAt?: number | undefined }, io: Io): boolean {
  return refreshAt === undefined || io.now() < refreshAt;
}
