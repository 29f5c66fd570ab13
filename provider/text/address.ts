/**
 * Whether every reader of an http(s) address finds the host in it that a person reads: the parsed scheme, user, host and port are those
 * that are written. Letter case does not count, nor does a scheme that is left out, as some gateways add one.
 *
 * A backslash, a missing slash, a percent sign in the host, a short IP number or a name that is not in its `xn--` form hides the host:
 * `https://api.openai.com\@evil.example` leads to `evil.example`.
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

/** What to write instead of an address whose host is hidden. */
export const hostRule =
  "must be an http(s) address in which the host is written as it is parsed: two slashes after the scheme, no backslash, no percent sign or short IP number, an international name in its xn-- form";

/** Whether an address whose host is read as it is written has a user name or a password. */
export function hasUser(address: string): boolean {
  return /^(?:https?:\/\/)?[^/?#]*@/i.test(address.trim());
}

export const userRule = "must be without a user name and password";
