import { type Kind, Session, systemIo } from "pulumi-workspace-gateway/tools";
import type { ConfigListing } from "../doctor/stack/config-listing.js";
import { type GatewayOptions, namedInEnvironment, withBaseUrl } from "./gateway.js";
import { configText } from "./read-stack-config.js";
import type { Terminal } from "./terminal.js";

/**
 * What a command reads the gateway with: the same as the lifecycle, one client for each connection. The environment goes
 * before the stack's config; where there is no stack, no error advises to set anything in one.
 */
export function sessionFor(
  terminal: Terminal,
  options: GatewayOptions,
  kinds: readonly Kind[],
  config?: ConfigListing,
): Session {
  const env = withBaseUrl(terminal.env, options);
  const io = {
    ...systemIo,
    warn: (line: string) => terminal.note(line),
    progress: (line: string) => terminal.progress(line),
  };
  const session = new Session(kinds, env, io, config === undefined ? namedInEnvironment : undefined);
  session.configure((key) => configText(config?.[key]?.value));
  return session;
}
