import path from "node:path";
import ts from "typescript";

export const provider = path.join(import.meta.dirname, "..");

const { config } = ts.readConfigFile(path.join(provider, "tsconfig.json"), ts.sys.readFile);

export const compilerOptions: ts.CompilerOptions = ts.parseJsonConfigFileContent(
  config,
  ts.sys,
  provider,
).options;

/** A host that reads each file once, for all programs that are made with it. */
export function sharedHost(): ts.CompilerHost {
  const host = ts.createCompilerHost(compilerOptions);
  const files = new Map<string, ts.SourceFile | undefined>();
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...rest) => {
    if (!files.has(name)) {
      files.set(name, getSourceFile(name, ...rest));
    }
    return files.get(name);
  };
  return host;
}
