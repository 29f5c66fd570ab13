// Loaded before a program under test: it refuses every connection that would leave this machine.
import { Socket } from "node:net";

const own = /^(?:localhost|127(?:\.\d+){3}|::1|\[::1\]|::ffff:127(?:\.\d+){3})$/i;

type Connect = (this: Socket, ...args: unknown[]) => Socket;

/** Node hands over what it has normalised, as a list, or what a caller has given. */
function hostIn(args: readonly unknown[]): string | undefined {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  if (typeof first === "object" && first !== null) {
    const { host, path } = first as { readonly host?: unknown; readonly path?: unknown };
    return typeof path === "string" || host === undefined ? undefined : String(host);
  }
  return typeof second === "string" ? second : undefined;
}

const connect = Socket.prototype.connect as Connect;

Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
  const host = hostIn(args);
  if (host === undefined || own.test(host)) {
    return connect.apply(this, args);
  }
  const error = new Error(
    `the program under test reaches for ${host}, and deploy() lets it reach nothing but this machine.`,
  );
  queueMicrotask(() => this.destroy(error));
  return this;
} as typeof Socket.prototype.connect;
