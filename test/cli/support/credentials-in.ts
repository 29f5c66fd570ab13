import { readFile } from "node:fs/promises";

/** Every string in a file of logins that is a credential. */
export async function credentialsIn(file: string): Promise<string[]> {
  const text = await readFile(file, "utf8");
  return [...text.matchAll(/"(?:accessToken|refreshToken|clientSecret)": "([^"]+)"/g)].map(
    ([, value]) => value ?? "",
  );
}
