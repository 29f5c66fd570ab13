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

type Loss =
  | { kind: "reset" }
  | { kind: "hang" }
  /** A body that never ends, one byte each `ms`. */
  | { kind: "drip"; ms: number }
  /** "103 Early Hints" without end, and no answer. */
  | { kind: "hints" };

type Impostor =
  | { kind: "page"; status: number }
  | { kind: "redirect"; status: 301 | 302 | 303 | 307 | 308; to: string }
  /** A JSON list of that many megabytes: the smallest objects that there are. */
  | { kind: "crowd"; megabytes: number }
  /** Blanks that are small on the wire, and so many megabytes once they are inflated. */
  | { kind: "bomb"; megabytes: number }
  | { kind: "headers"; kilobytes: number }
  | { kind: "garbage"; of: keyof typeof garbage }
  /** Refuses every request that pins a version, as if the version were no longer supported. */
  | { kind: "withdrawn"; status: 400 | 404 | 410 };

/** Bytes that no HTTP/1.1 client takes for an answer. */
export const garbage = {
  /** The first bytes of a TLS server: an alert, "handshake failure". */
  tls: Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x28]),
  "two-lengths":
    'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\nContent-Length: 11\r\n\r\n{"data":[]}',
  "half-head": "HTTP/1.1 200 OK\r\nContent-Ty",
  "no-http": "220 mail.example ESMTP\r\n",
};

/** The gateway's own answer, spoiled on its way back: the request has always been carried out. */
export type Spoiled =
  /** Ends in the middle: of a body of known length, of one in chunks, or of one that lasts until the end. */
  | { kind: "cut"; framing: "length" | "chunks" | "close" }
  | { kind: "padded"; megabytes: number }
  /** Compressed, although nobody has asked for it; or said to be. */
  | { kind: "compressed"; encoding: "gzip" | "zstd"; truly: boolean }
  | { kind: "echo"; version: string };
