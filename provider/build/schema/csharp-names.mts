import { capital } from "./types.mts";

/** The class of a kind in C#: `Config` would be that of the settings. */
export function csharpClass(kind: string): string {
  return kind === "Config" ? "GatewayConfig" : kind;
}

/** A property of a kind in C#, where no member of a class has the name of the class. */
export function csharpProperty(kind: string, property: string): string {
  const name = capital(property);
  return name === csharpClass(kind) ? `${name}Value` : name;
}
