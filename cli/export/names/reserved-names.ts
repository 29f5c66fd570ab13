/** What the language, the module system and every program have already. A constant of such a name would fail or mislead. */
const ofTheLanguage =
  "abstract accessor any arguments as asserts async await bigint boolean break case catch class const constructor " +
  "continue debugger declare default delete do else enum eval export extends false finally for from function get global " +
  "if implements import in infer infinity instanceof interface intrinsic is keyof let module namespace nan never new " +
  "null number object of out override package private protected public readonly require return satisfies set static " +
  "string super switch symbol this throw true try type typeof undefined unique unknown using var void while with yield " +
  "array atob btoa buffer console crypto date error escape exports fetch function globalthis json map math navigator " +
  "performance process promise prototype proxy queuemicrotask reflect regexp self settimeout setinterval setimmediate " +
  "structuredclone toString unescape url valueof weakmap weakset weakref window document";

/** What the generated files import or declare. */
const ofTheProgram = "config gateway pulumi prompttext readfilesync";

/** Devices of Windows: no file may be called so, whatever its extension. Files of prompts are called like constants. */
const devices =
  "aux con nul prn conin conout com0 com1 com2 com3 com4 com5 com6 com7 com8 com9 lpt0 lpt1 lpt2 lpt3 lpt4 lpt5 lpt6 " +
  "lpt7 lpt8 lpt9";

/** In lower case. */
export const reservedVariables: ReadonlySet<string> = wordsOf(`${ofTheLanguage} ${ofTheProgram} ${devices}`);

/** Names of files that the project has already, or that no file can have: without their extension, in lower case. */
export const reservedFiles: ReadonlySet<string> = wordsOf(`index account prompt-text ${devices}`);

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().split(" "));
}
