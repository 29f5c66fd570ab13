import { html } from "hono/html";
import type { Variants } from "../variants.ts";

/** A response without the headers that all responses have. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export function jsonReply(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return { status, headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) };
}

export function emptyReply(status: number, headers: Record<string, string> = {}): Reply {
  return { status, headers, body: "" };
}

interface Problem {
  field: string;
  message: string;
}

/** Ends a request with an error status (the API's section "Errors"). */
export class ApiError extends Error {
  readonly status: number;
  readonly problems: Problem[];
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    message: string,
    more: { problems?: Problem[]; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.problems = more.problems ?? [];
    this.headers = more.headers ?? {};
  }
}

/** The response to a failed request. Its shape is a variant: the API document ("Errors") shows none. */
export function errorReply(error: ApiError, shape: Variants["errors"]): Reply {
  const { status, message, problems, headers } = error;
  switch (shape) {
    case "json":
      return jsonReply(status, { error: { status, message, details: problems } }, headers);
    case "message":
      return jsonReply(status, { message: fullMessage(error) }, headers);
    case "detail":
      return jsonReply(status, { detail: fullMessage(error) }, headers);
    case "errors":
      return jsonReply(status, { errors: problems.length > 0 ? problems : [{ message }] }, headers);
    case "text":
      return { status, headers: { "Content-Type": "text/plain", ...headers }, body: fullMessage(error) };
    case "html":
      return { status, headers: { "Content-Type": "text/html", ...headers }, body: htmlPage(error) };
    case "none":
      return emptyReply(status, headers);
  }
}

function fullMessage({ message, problems }: ApiError): string {
  return [message, ...problems.map((problem) => `${problem.field}: ${problem.message}`)].join("; ");
}

function htmlPage({ status, message }: ApiError): string {
  const head = html`<head><title>${status}</title></head>`;
  return String(html`<!doctype html><html>${head}<body><h1>${message}</h1></body></html>`);
}
