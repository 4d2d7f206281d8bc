/** The used part of the library, which is CommonJS and has no types of its own. */
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
    /** The trees of the games. Variations are children. */
    parse(text: string): readonly unknown[];
    tokenizeIter(text: string): Iterable<Token>;
    /** Puts a backslash before every backslash and closing bracket. */
    escapeString(text: string): string;
  };
  // biome-ignore lint/style/noDefaultExport: Node imports the exports of a CommonJS module as the default.
  export default sgf;
}
