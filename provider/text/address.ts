/**
 * Whether the scheme, user, host and port of an http(s) address are parsed as written, so that every parser
 * finds the same host. Letter case is ignored. The scheme may be missing, because some gateways add one.
 *
 * A backslash, a missing slash, a percent sign in the host, a short IP number or a name that is not in its
 * `xn--` form hides the host: `https://api.openai.com\@evil.example` resolves to `evil.example`.
 */
export function isReadAsWritten(address: string): boolean {
  const hasScheme = /^\s*[a-z][a-z0-9+.-]*:(?!\d)/i.test(address);
  const whole = hasScheme ? address.trim() : `https://${address.trim()}`;
  const written =
    /^(?<scheme>https?):\/\/(?:(?<user>[^/?#\\@]*)@)?(?<host>[^/?#\\@:[\]\s]+|\[[^\]]*\])(?::(?<port>\d*))?(?=[/?#]|$)/i.exec(
      whole,
    )?.groups;
  if (written === undefined || !URL.canParse(whole)) {
    return false;
  }
  const { protocol, username, password, hostname, port } = new URL(whole);
  const { scheme = "", user = "", host, port: digits = "" } = written;
  const usual = protocol === "https:" ? "443" : "80";
  return (
    protocol === `${scheme.toLowerCase()}:` &&
    [username, password].filter((part) => part !== "").join(":") === user &&
    hostname === host?.toLowerCase() &&
    (port || usual) === (digits || usual)
  );
}

/** The rule that an address breaks. Only for addresses that `isReadAsWritten` rejects. */
export function hostRule(address: string): string {
  const [, scheme, slashes, host = ""] =
    /^\s*(?:([a-z][a-z0-9+.-]*):(?!\d))?([/\\]*)(?:[^/?#\\]*@)?([^/?#\\]*)/i.exec(address) ?? [];
  switch (true) {
    case scheme !== undefined && !/^https?$/i.test(scheme):
      return "must be an http(s) address";
    case address.includes("\\"):
      return "must not have a backslash, which can hide the host";
    case scheme !== undefined && slashes !== "//":
      return "must have two slashes after the scheme";
    case host.includes("%"):
      return "must not have a percent sign in its host";
    case /[^\p{ASCII}]/u.test(host):
      return "must use the xn-- form for an international host";
    case /^\d[\da-fx.]*$/i.test(host.replace(/:\d*$/, "")):
      return "must not have a shortened IP address as its host";
    default:
      return "must be an http(s) address with a plain host";
  }
}

/** Whether an address has a user name or a password. Only for addresses that `isReadAsWritten` accepts. */
export function hasUser(address: string): boolean {
  return /^(?:https?:\/\/)?[^/?#]*@/i.test(address.trim());
}

export const userRule = "must not have a user name or password";
