/** What is used of the library here; it is CommonJS and brings no types of its own. */
declare module '@sabaki/sgf' {
  export interface Token {
    readonly type: 'parenthesis' | 'semicolon' | 'prop_ident' | 'c_value_type' | 'invalid';
    readonly value: string;
    /** Line of the text, from 0. */
    readonly row: number;
    /** Offset in the text. */
    readonly pos: number;
  }

  const sgf: {
    /** The trees of the games, variations as children. */
    parse(text: string): readonly unknown[];
    tokenizeIter(text: string): Iterable<Token>;
    /** Puts a backslash before every backslash and closing bracket. */
    escapeString(text: string): string;
  };
  // biome-ignore lint/style/noDefaultExport: what a CommonJS module exports is the default to Node.
  export default sgf;
}
