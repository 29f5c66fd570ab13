/** How a proxy may compress an answer. */
export type Encoding = "gzip" | "deflate" | "br" | "zstd";

/** What goes wrong on the way. */
export type ProxyEffect = Instead | Spoiled | Refused | Together;

/** Requests wait until so many have come, and go on to the gateway together. One that waits alone for too long is reset. */
interface Together {
  readonly kind: "together";
  readonly of: number;
}

/** Nobody listens for a while. The request that this hits is the first one that gets no answer. */
interface Refused {
  readonly kind: "refuse";
  readonly ms: number;
}

/**
 * With `commits`, the gateway first gets the request and carries it out; without it, the gateway never hears of
 * the request.
 */
export type Instead = (Loss | Impostor) & { readonly commits?: boolean };

/** No answer, or one without end. */
type Loss =
  | { kind: "reset" }
  | { kind: "hang" }
  /** A body that never ends, one byte each `ms`. */
  | { kind: "drip"; ms: number }
  /** So many heads without a body ("100 Continue" and the like), and then nothing. */
  | { kind: "informational"; status: 100 | 102 | 103; times: number };

/** An answer of somebody else than the gateway. */
type Impostor =
  | { kind: "page"; status: number }
  | { kind: "redirect"; status: 301 | 302 | 303 | 307 | 308; to: string }
  /** A JSON list of that many megabytes: rows without an end, or the smallest objects that there are. */
  | { kind: "crowd"; megabytes: number; of: string }
  /** Blanks that are small on the wire, and so many megabytes once they are inflated. */
  | { kind: "bomb"; encoding: Encoding; megabytes: number }
  | { kind: "headers"; kilobytes: number }
  | { kind: "garbage"; of: "tls" | "two-lengths" | "half-head" | "no-http" }
  /** Refuses every request that pins a version, as if the version were no longer supported. */
  | { kind: "withdrawn"; status: 400 | 404 | 410 };

/** The gateway's own answer, spoiled on its way back: the request has always been carried out. */
export type Spoiled =
  /** Ends in the middle: of a body of known length, of one in chunks, or of one that lasts until the end. */
  | { kind: "cut"; framing: "length" | "chunks" | "close" }
  | { kind: "padded"; megabytes: number }
  /** Compressed, although nobody has asked for it; or said to be. */
  | { kind: "compressed"; encoding: Encoding; truly: boolean }
  | { kind: "echo"; header: string; version: string };
