/** The first bytes of a TLS server: an alert, "handshake failure". */
const tls = Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x28]);

/** Bytes that no HTTP/1.1 client takes for an answer. */
export function garbage(of: "tls" | "two-lengths" | "half-head" | "no-http"): Buffer {
  switch (of) {
    case "tls":
      return tls;
    case "two-lengths":
      return Buffer.from(
        'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\nContent-Length: 11\r\n\r\n{"data":[]}',
      );
    case "half-head":
      return Buffer.from("HTTP/1.1 200 OK\r\nContent-Ty");
    case "no-http":
      return Buffer.from("220 mail.example ESMTP\r\n");
  }
}

/** The head of an answer that only says that another one will come. */
export function informational(status: 100 | 102 | 103): Buffer {
  const link = status === 103 ? "Link: </style.css>; rel=preload; as=style\r\n" : "";
  return Buffer.from(`HTTP/1.1 ${status} Later\r\n${link}\r\n`);
}
