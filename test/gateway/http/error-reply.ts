import { html } from "hono/html";
import type { Variants } from "../variants.ts";
import type { ApiError } from "./api-error.ts";
import { emptyReply, jsonReply, type Reply } from "./reply.ts";

/** The response to a failed request; the API document ("Errors") shows no shape, so it is a variant. */
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
