import { isOnLoopback } from "./secure-url.js";

interface Proxy {
  readonly variable: "HTTP_PROXY" | "HTTPS_PROXY";
  /** Its address, which may have a password in it. */
  readonly url: string;
}

/** The proxies of the environment. Like pulumi, nothing on this machine is asked through one. */
export class Proxies {
  constructor(private readonly env: Readonly<Record<string, string | undefined>>) {}

  /** The proxy for a URL. Whether `except` takes the URL out is left to undici. */
  for(url: string): Proxy | undefined {
    const variable = new URL(url).protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
    const value = this.valueOf(variable);
    return value === "" || isOnLoopback(url)
      ? undefined
      : { variable, url: /^\w+:\/\//.test(value) ? value : `http://${value}` };
  }

  /** The hosts that are asked directly. */
  get except(): string {
    return this.valueOf("NO_PROXY");
  }

  private valueOf(variable: string): string {
    return (this.env[variable.toLowerCase()] ?? this.env[variable] ?? "").trim();
  }
}

/** What is wrong with a proxy. It names the variable, never the value. */
export function proxyProblem({ variable, url }: Proxy): string | undefined {
  return isAddress(url) ? undefined : `${variable} must be an address of http, https or socks5`;
}

function isAddress(url: string): boolean {
  try {
    const { protocol, username, password } = new URL(url);
    decodeURIComponent(username + password);
    return /^(https?|socks5?):$/.test(protocol);
  } catch {
    return false;
  }
}

/** The password in the address of a proxy, if it has one. */
export function passwordOf({ url }: Proxy): string | undefined {
  const password = isAddress(url) ? new URL(url).password : "";
  return password === "" ? undefined : decodeURIComponent(password);
}
