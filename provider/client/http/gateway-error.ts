/**
 * A request to the gateway that failed: what functions such as {@link getWorkspace} throw when the gateway refuses, fails
 * or cannot be reached. Its `message` is one line without secrets: which request failed, how, and what to do next.
 *
 * What no request has failed for is a plain `Error`: wrong arguments, missing settings, a name that nothing has or that
 * several objects have, a list that the gateway cut.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * async function find(id: string): Promise<gateway.GetWorkspaceResult | undefined> {
 *   try {
 *     return await gateway.getWorkspace({ id });
 *   } catch (error) {
 *     if (error instanceof gateway.GatewayError && error.status === 404) {
 *       return undefined; // it is not there
 *     }
 *     if (error instanceof gateway.GatewayError && error.outcome === "not-sent") {
 *       console.error("The gateway cannot be reached.");
 *     }
 *     throw error;
 *   }
 * }
 *
 * export const name = find("the-workspace-id").then((workspace) => workspace?.name ?? "none");
 * ```
 */
export class GatewayError extends Error {
  /** HTTP method of the request, as `GET`. */
  readonly method: string;
  /** Path below the base URL without the query, as `/workspaces/the-id`; of a sign-in that failed, the token endpoint's. */
  readonly path: string;
  /**
   * HTTP status of the answer; undefined if none came. 401: no valid token; 403: a scope or a permission is missing; 404:
   * there is no such object; 429: the rate limit, after all waiting; 500 and more: the gateway failed, after all retries.
   * Below 400: an answer that is of no use, such as a web page.
   */
  readonly status: number | undefined;
  /**
   * What became of the request: `rejected` (nothing was done, and the same request would get the same answer), `not-sent`
   * (it never left: it may be tried again) or `unknown` (it left, and nobody knows whether it was carried out).
   */
  readonly outcome: "rejected" | "not-sent" | "unknown";
  /** Id under which the gateway knows the request, for its operators; undefined if it gave none. */
  readonly requestId: string | undefined;

  constructor(
    message: string,
    request: {
      readonly method: string;
      readonly path: string;
      readonly outcome: "rejected" | "not-sent" | "unknown";
      readonly status?: number | undefined;
      readonly requestId?: string | undefined;
    },
    options?: { cause?: unknown },
  ) {
    super(message, options);
    this.name = "GatewayError";
    this.method = request.method;
    this.path = request.path;
    this.status = request.status;
    this.outcome = request.outcome;
    this.requestId = request.requestId;
  }
}
