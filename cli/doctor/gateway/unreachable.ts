import {
  Proxies,
  type RequestError,
  type Settings,
  type SettingsError,
} from "pulumi-workspace-gateway/tools";

interface Sign {
  readonly codes: RegExp;
  /** Whether TLS failed, and not the connection before it. */
  readonly isOfTls?: true;
  readonly found: (at: URL) => string;
  readonly remedy: (named: string) => string;
}

/** What can keep a request from its gateway, by the code of the error. The first that matches counts. */
const signs: readonly Sign[] = [
  {
    codes: /^(ENOTFOUND|EAI_AGAIN)$/,
    found: ({ hostname }) => `The name ${hostname} is not known here (DNS).`,
    remedy: (named) => `Check the host in ${named}, and the DNS or VPN of this machine.`,
  },
  {
    codes: /^ECONNREFUSED$/,
    found: ({ host }) => `${host} refuses the connection: nothing listens there.`,
    remedy: (named) => `Check whether the gateway is up, and the port in ${named}.`,
  },
  {
    codes: /^(EHOSTUNREACH|ENETUNREACH)$/,
    found: ({ host }) => `There is no way to ${host} from this network.`,
    remedy: () => "Check the network and VPN of this machine.",
  },
  {
    codes: /^(UND_ERR_CONNECT_TIMEOUT|TimeoutError|ETIMEDOUT)$/,
    found: ({ host }) => `${host} did not answer in time.`,
    remedy: (named) => `Is there a firewall between here and the gateway? Check ${named} and the VPN.`,
  },
  {
    codes: /^CERT_HAS_EXPIRED$/,
    isOfTls: true,
    found: ({ host }) => `The certificate of ${host} has expired.`,
    remedy: () => "Have the certificate renewed. If it is valid, the clock of this machine is wrong.",
  },
  {
    codes: /^CERT_NOT_YET_VALID$/,
    isOfTls: true,
    found: ({ host }) => `The certificate of ${host} is not valid yet.`,
    remedy: () => "Check the clock of this machine.",
  },
  {
    codes: /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN)$/,
    isOfTls: true,
    found: ({ host }) => `The certificate of ${host} is self-signed, or comes from an authority of its own.`,
    remedy: () =>
      "If it is yours, set NODE_EXTRA_CA_CERTS to the file of its certificate, for `pulumi` too. If not, somebody may be between here and the gateway.",
  },
  {
    codes: /^(ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/,
    isOfTls: true,
    found: ({ host }) => `The certificate of ${host} is for another host name.`,
    remedy: (named) => `Use the name that the certificate is for in ${named}.`,
  },
  {
    codes: /^(?!ERR_SSL).*(CERT|UNABLE_TO_VERIFY|INVALID_CA|INVALID_PURPOSE)/,
    isOfTls: true,
    found: ({ host }) => `The certificate of ${host} cannot be traced to an authority that is trusted here.`,
    remedy: () =>
      "Set NODE_EXTRA_CA_CERTS to the file of the authority's certificate, for `pulumi` too. Does the server send its whole chain?",
  },
  {
    codes: /^(ERR_SSL|EPROTO)/,
    isOfTls: true,
    found: ({ host }) => `${host} does not speak TLS correctly.`,
    remedy: (named) => `Check https and the port in ${named}: perhaps this is a port for plain http.`,
  },
  {
    codes: /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/,
    found: ({ host }) => `${host} cut the connection without an answer.`,
    remedy: (named) => `Check http or https and the port in ${named}, and what stands before the gateway.`,
  },
];

/** Why no answer came, and what to do. */
export function whyUnreachable(
  failure: RequestError | SettingsError,
  { baseUrl, named }: Pick<Settings, "baseUrl" | "named">,
  env: Readonly<Record<string, string | undefined>>,
) {
  const code = codeOf(failure);
  const sign = signs.find(({ codes }) => codes.test(code));
  const at = named("baseUrl");
  return {
    isOfTls: sign?.isOfTls === true,
    found: sign?.found(new URL(baseUrl)) ?? failure.message,
    remedy: sign === undefined ? `Check ${at}.` : sign.remedy(at) + proxyAdvice(baseUrl, env),
    facts: { baseUrl, code },
  };
}

function proxyAdvice(baseUrl: string, env: Readonly<Record<string, string | undefined>>): string {
  const proxy = new Proxies(env).for(baseUrl);
  return proxy === undefined
    ? ""
    : ` ${proxy.variable} is set: requests go through that proxy, unless NO_PROXY names the host.`;
}

/** The code of a network error. The client passes on nothing else, because it could show a token. */
function codeOf(failure: RequestError | SettingsError): string {
  const { cause } = failure;
  const words = cause instanceof Error ? cause.message.split(" ") : [];
  return words.at(-1) ?? "";
}
