import { isPrintableAscii } from "../../text/printable.js";
import type { Settings } from "../settings/settings.js";
import { type Outcome, RequestError } from "./errors.js";
import type { Exchange, Server } from "./exchange.js";

/** What the code of a network error means. The first row that matches counts. */
interface NetworkFault {
  readonly codes: RegExp;
  /** "not-sent": another try may work. "rejected": the next try would fail, too. Either way, nothing was sent. */
  readonly outcome: "not-sent" | "rejected";
  said(at: URL): string;
  remedy(setting: string): string;
}

const faults: readonly NetworkFault[] = [
  {
    codes: /^(ENOTFOUND|EAI_AGAIN)$/,
    outcome: "not-sent",
    said: ({ hostname }) => `the host name ${hostname} cannot be resolved`,
    remedy: (setting) => `Check the host in ${setting}, and the DNS or VPN of this machine.`,
  },
  {
    codes: /^ECONNREFUSED$/,
    outcome: "not-sent",
    said: ({ host }) => `${host} refuses the connection`,
    remedy: (setting) => `Is the gateway up, and ${setting} right?`,
  },
  {
    codes: /^(EHOSTUNREACH|ENETUNREACH)$/,
    outcome: "not-sent",
    said: ({ host }) => `there is no route to ${host}`,
    remedy: () => "Check the network and VPN of this machine.",
  },
  {
    codes: /^UND_ERR_CONNECT_TIMEOUT$/,
    outcome: "not-sent",
    said: ({ host }) => `${host} did not accept a connection in time`,
    remedy: (setting) =>
      `Check ${setting} and the VPN. Is there a firewall between this machine and the gateway?`,
  },
  {
    codes: /^CERT_HAS_EXPIRED$/,
    outcome: "rejected",
    said: ({ host }) => `the certificate of ${host} has expired`,
    remedy: () => "Have it renewed. If it is valid, the clock of this machine is wrong.",
  },
  {
    codes: /^CERT_NOT_YET_VALID$/,
    outcome: "rejected",
    said: ({ host }) => `the certificate of ${host} is not valid yet`,
    remedy: () => "Check the clock of this machine.",
  },
  {
    codes: /^(ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/,
    outcome: "rejected",
    said: ({ host }) => `the certificate of ${host} is for another host name`,
    remedy: (setting) => `Set ${setting} to the host name of the certificate.`,
  },
  {
    codes: /^(?!ERR_SSL).*(CERT|SELF_SIGNED|UNABLE_TO_VERIFY|INVALID_CA|INVALID_PURPOSE)/,
    outcome: "rejected",
    said: ({ host }) => `the certificate of ${host} is not from a trusted authority`,
    remedy: (setting) =>
      `Is ${setting} right? To trust another authority, set NODE_EXTRA_CA_CERTS to the file of its certificate, for \`pulumi\` too.`,
  },
  {
    codes:
      /^ERR_SSL_.*(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|PROTOCOL|HANDSHAKE_FAILURE|UNRECOGNIZED_NAME)/,
    outcome: "rejected",
    said: ({ host }) => `${host} does not speak TLS correctly`,
    remedy: (setting) => `Is ${setting} right? Check https and the port too.`,
  },
];

/** What came back is no HTTP/1.1 answer, or one that breaks its rules. */
const malformedCodes = /^(HPE_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)/;

/**
 * The error for a request that got no answer. An error of our own code is returned as it is, because no
 * network caused it.
 */
export function networkError(
  { method, path, headers = {} }: Exchange,
  settings: Settings,
  { url, named }: Server,
  error: unknown,
): unknown {
  const cause = rootCause(error); // never passed on as a whole: it may contain the request with its token
  if (cause instanceof TypeError || cause instanceof RangeError || cause instanceof ReferenceError) {
    return error;
  }
  const { host, origin } = new URL(url);
  const { name, message } = cause;
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
  const failed = (outcome: Outcome, said: string, remedy: string) =>
    new RequestError({ method, path, outcome, said, remedy }, { cause: new Error(`${name} ${code}`.trim()) });
  const proxy = settings.proxies.for(url)?.variable;
  const refusal = proxy === undefined ? undefined : refusalOfProxy(error);
  if (refusal !== undefined) {
    const [outcome, said, remedy] = refused(refusal, `the proxy of ${proxy}`, host);
    return failed(outcome, said, remedy);
  }
  if (code === "UND_ERR_INVALID_ARG") {
    return failed(
      "rejected",
      forbiddenCharacter(headers),
      "Nothing was sent. Was the whole value of its setting pasted?",
    );
  }
  const fault = faults.find(({ codes }) => codes.test(code));
  if (fault !== undefined) {
    const { outcome, said, remedy } = fault;
    const nothing = outcome === "rejected" ? "Nothing was sent. " : "";
    const way =
      proxy === undefined || outcome === "rejected"
        ? ""
        : ` ${proxy} is set: is the proxy right, or must NO_PROXY name ${host}?`;
    return failed(outcome, `${said(new URL(url))} (${code})`, `${nothing}${remedy(named)}${way}`);
  }
  if (malformedCodes.test(code) || name === "HTTPParserError") {
    const said = `${origin} sent something that is not a correct HTTP answer (${code === "" ? message : code})`;
    return failed("unknown", said, `Is ${named} right, and does a proxy stand in between?`);
  }
  if (name === "TimeoutError") {
    const remedy =
      method === "GET"
        ? `${settings.named("requestTimeout")} sets how many seconds an answer may take.`
        : "The gateway may still carry it out.";
    return failed("unknown", `no answer within ${settings.requestTimeout / 1000} s`, remedy);
  }
  const said = `${code === "" ? message : code} at ${origin}`;
  return failed("unknown", said, "The connection was lost after the request was sent.");
}

/** The status with which a proxy has refused to lead to the gateway; 0 if it broke off. Undefined if it was not the proxy. */
function refusalOfProxy(error: unknown): number | undefined {
  if (!(error instanceof Error)) {
    return undefined;
  }
  if (error.name === "ProxyConnectionError") {
    return 0;
  }
  const [, status] = /^Proxy .*\((\d{3})\)/.exec(error.message) ?? [];
  return status === undefined ? refusalOfProxy(error.cause) : Number(status);
}

/** A proxy that fails may be there the next time; one that refuses will do so again. */
function refused(status: number, proxy: string, host: string): [Outcome, said: string, remedy: string] {
  const remedy =
    status === 407
      ? "Put a user name and a password that it takes into that address."
      : `Does it lead to ${host}? If it is not needed, name the host in NO_PROXY.`;
  return status === 0
    ? ["not-sent", `${proxy} broke off the connection`, remedy]
    : [status < 500 ? "rejected" : "not-sent", `${proxy} answered ${status}`, remedy];
}

/** Names the header, and never its value, which may be a credential. */
function forbiddenCharacter(headers: Readonly<Record<string, string>>): string {
  const header = Object.keys(headers).find((name) => !isPrintableAscii(headers[name] ?? ""));
  return `the request${header === undefined ? "" : `'s header ${header}`} has a character that HTTP forbids`;
}

/**
 * The innermost error: its code tells what happened. undici wraps errors, and Node puts together one error
 * for each address that it tried.
 */
function rootCause(error: unknown): Error {
  if (error instanceof AggregateError && error.errors.length > 0) {
    return rootCause(error.errors[0]);
  }
  if (!(error instanceof Error)) {
    return new Error(String(error));
  }
  return error.cause instanceof Error ? rootCause(error.cause) : error;
}
