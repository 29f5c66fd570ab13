/** A word of a command line that a person copies. */
export function shellWord(text: string): string {
  return /^[\w./+=:@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
