/**
 * The error of a request to the gateway. Functions such as {@link getWorkspace} throw it when the gateway
 * refuses, fails or cannot be reached. Its `message` is one line without secrets: which request failed, how,
 * and what to do next.
 *
 * If no request failed, functions throw a plain `Error`: for wrong arguments, for missing settings, for a
 * name that no object or more than one has, and for a list that the gateway did not send in full.
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
  /** HTTP method of the request, for example `GET`. */
  readonly method: string;
  /**
   * Path below the base URL, without the query: `/workspaces/the-id`. If the sign-in failed, the token
   * endpoint's path.
   */
  readonly path: string;
  /**
   * HTTP status of the answer; undefined if no answer came. 401: no valid token. 403: a scope or a permission
   * is missing. 404: there is no such object. 429: the rate limit, also after waiting. 500 and more: the
   * gateway failed, also after all retries. Below 400: the answer cannot be used; for example, it is a web
   * page.
   */
  readonly status: number | undefined;
  /**
   * What happened to the request. `rejected`: nothing was done, and the same request would get the same
   * answer. `not-sent`: it was never sent, so it can be tried again. `unknown`: it was sent, but it is not
   * known whether the gateway carried it out.
   */
  readonly outcome: "rejected" | "not-sent" | "unknown";
  /** Id that the gateway gave the request, for its operators; undefined if it gave none. */
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
