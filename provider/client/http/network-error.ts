import { isPrintableAscii } from "../../text/printable.js";
import type { Settings } from "../settings/settings.js";
import { GatewayError, type Outcome } from "./errors.js";
import type { Exchange } from "./exchange.js";
import type { Server } from "./server.js";

/** Failures that happen before the first byte leaves: such a request was certainly not carried out. */
const neverLeft = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** Failures of TLS that end before the first byte leaves, and that the next try would end in too. */
const noTrust =
  /^(?!ERR_SSL).*(CERT|SELF_SIGNED|UNABLE_TO_VERIFY|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)/;
const noTls =
  /^ERR_SSL_.*(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|PROTOCOL|HANDSHAKE_FAILURE|UNRECOGNIZED_NAME)/;

/** What became of a request that got no answer; a mistake of ours, which no network has made, is returned as it is. */
export function networkError(
  { method, path, headers = {} }: Exchange,
  { requestTimeout }: Settings,
  { url, named }: Server,
  error: unknown,
): unknown {
  const cause = rootCause(error); // never handed on whole: it may hold what was sent, token and all
  if (cause instanceof TypeError || cause instanceof RangeError || cause instanceof ReferenceError) {
    return error;
  }
  const { host, origin } = new URL(url);
  const { name, message } = cause;
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
  const failed = (outcome: Outcome, said: string, remedy: string) =>
    new GatewayError({ method, path, outcome, said, remedy }, { cause: new Error(`${name} ${code}`.trim()) });
  if (code === "UND_ERR_INVALID_ARG") {
    return failed("rejected", unwritable(headers), "Nothing was sent. Was the setting in it pasted whole?");
  }
  if (noTrust.test(code)) {
    const said = `the certificate of ${host} cannot be trusted: ${message} (${code})`;
    const remedy = `Nothing was sent. Is ${named} right? NODE_EXTRA_CA_CERTS names a file of other authorities to trust.`;
    return failed("rejected", said, remedy);
  }
  if (noTls.test(code)) {
    const said = `${host} does not speak TLS as it should (${code})`;
    return failed("rejected", said, `Nothing was sent. Is ${named} right, https and the port included?`);
  }
  if (neverLeft.has(code)) {
    return failed("not-sent", `${code} at ${origin}`, `Is the gateway up, and ${named} right?`);
  }
  const said =
    name === "TimeoutError"
      ? `no answer within ${requestTimeout / 1000} s`
      : `${code === "" ? message : code} at ${origin}`;
  return failed("unknown", said, "The connection was lost after the request had left.");
}

/** Names the header, whose value may be a credential. */
function unwritable(headers: Readonly<Record<string, string>>): string {
  const header = Object.keys(headers).find((name) => !isPrintableAscii(headers[name] ?? ""));
  return `the request${header === undefined ? "" : `'s header ${header}`} has a character that HTTP forbids`;
}

/** undici wraps, Node aggregates (one error per address tried): the innermost error has the telling code. */
function rootCause(error: unknown): Error {
  if (error instanceof AggregateError && error.errors.length > 0) {
    return rootCause(error.errors[0]);
  }
  if (!(error instanceof Error)) {
    return new Error(String(error));
  }
  return error.cause instanceof Error ? rootCause(error.cause) : error;
}
