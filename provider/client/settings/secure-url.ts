import { z } from "zod";
import { hasUser, hostRule, isReadAsWritten, userRule } from "../../text/address.js";

/** A URL without the parts that can hide to which server a credential is sent. */
export const plainUrl = z
  .url({ protocol: /^https?$/, error: "must be an http(s) URL", abort: true })
  .refine(isReadAsWritten, { error: hostRule, abort: true })
  .refine((url) => !hasUser(url), userRule)
  .refine((url) => !url.includes("#"), "must be without a fragment (#)");

/** Whether what is sent to a URL is encrypted, or does not leave this machine. */
export function isSecure(url: string): boolean {
  return new URL(url).protocol === "https:" || isOnLoopback(url);
}

export function isOnLoopback(url: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);
}

export const mustBeSecure = "must be an https URL, or http on loopback";

/** A URL that credentials may be sent to. */
export const secureUrl = plainUrl.refine(isSecure, mustBeSecure);
