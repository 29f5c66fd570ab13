import { z } from "zod";

/** A URL that credentials may be sent to: https, or http that does not leave this machine. */
export const secureUrl = z
  .url({ protocol: /^https?$/, error: "must be an http(s) URL", abort: true })
  .refine((url) => isSecure(new URL(url)), "must be an https URL, or http on loopback");

function isSecure({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
