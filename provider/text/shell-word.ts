/** Writes a text as one word of a command line that a person copies, in quotes if the shell needs them. */
export function shellWord(text: string): string {
  return /^[\w./+=:@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
