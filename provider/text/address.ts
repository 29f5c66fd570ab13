/**
 * Whether the scheme, user, host and port of an http(s) address are parsed as they are written, so that every
 * reader finds the same host. Letter case does not count. The scheme may be missing, because some gateways
 * add one.
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

export const hostRule =
  "must be an http(s) address whose host cannot be misread: two slashes after the scheme, no backslash, no percent sign, no short IP number, and an international name in its xn-- form";

/** Whether an address has a user name or a password. Only for addresses that `isReadAsWritten` accepts. */
export function hasUser(address: string): boolean {
  return /^(?:https?:\/\/)?[^/?#]*@/i.test(address.trim());
}

export const userRule = "must not have a user name or password";
