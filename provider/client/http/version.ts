import { defined } from "../../text/defined.js";
import type { Settings } from "../settings/settings.js";
import { RequestError } from "./errors.js";
import type { Send } from "./exchange.js";

/** Pins the dated version, and checks the echo if its header is set too (the API's section "Versioning", 2 and 4). */
export function versioned(send: Send, settings: Settings): Send {
  const { apiVersion, versionEchoHeader } = settings;
  if (apiVersion === undefined) {
    return send;
  }
  return async (exchange) => {
    const reply = await send({
      ...exchange,
      headers: { ...exchange.headers, "service-api-version": apiVersion },
    });
    const echo = versionEchoHeader === undefined ? undefined : reply.headers[versionEchoHeader.toLowerCase()];
    if (echo !== undefined && echo !== apiVersion) {
      throw new RequestError({
        method: exchange.method,
        path: exchange.path,
        status: reply.status,
        ...defined({ answer: reply.status < 300 ? () => reply : undefined }),
        outcome: reply.status < 300 && exchange.method !== "GET" ? "unknown" : "rejected",
        said: `the gateway served version ${echo}, not the pinned ${apiVersion}`,
        remedy: `Set ${settings.named("apiVersion")} to a version that the gateway serves.`,
      });
    }
    return reply;
  };
}
