/** The client id and secret in an `Authorization: Basic` header (RFC 6749, 2.3.1), if it is one. */
export function basicCredentials(header: string | null): { id: string; secret: string } | undefined {
  const encoded = /^Basic +(\S+)$/i.exec(header ?? "")?.[1];
  if (encoded === undefined) return undefined;
  const [id = "", ...secret] = Buffer.from(encoded, "base64").toString("utf8").split(":");
  return { id: formDecoded(id), secret: formDecoded(secret.join(":")) };
}

function formDecoded(text: string): string {
  return new URLSearchParams(`value=${text}`).get("value") ?? "";
}
