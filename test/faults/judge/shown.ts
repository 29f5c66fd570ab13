/** Which secrets show in a text, in whatever spelling: in words, without the secret. */
export function shown(secrets: readonly string[], texts: readonly string[]): string[] {
  return secrets.flatMap((secret, index) =>
    Object.entries(spellings(secret))
      .filter(([, spelled]) => texts.some((text) => spelled.some((form) => text.includes(form))))
      .map(([how]) => `secret ${index + 1} (${secret.slice(0, 3)}…), ${how}`),
  );
}

function spellings(secret: string): Record<string, string[]> {
  return {
    plain: [secret],
    "in JSON": [JSON.stringify(secret).slice(1, -1)],
    "URL-encoded": [encodeURIComponent(secret), encodeURI(secret)],
    hexadecimal: [Buffer.from(secret).toString("hex")],
    base64: [0, 1, 2].flatMap((offset) => {
      const inside = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]).toString("base64");
      // What stands before and behind the secret changes the first and the last signs.
      const core = inside.slice(offset === 0 ? 0 : offset + 1, -4);
      return [core, core.replaceAll("+", "-").replaceAll("/", "_")];
    }),
  };
}
