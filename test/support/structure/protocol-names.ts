/** The words of an identifier or a path: `nu6Client` and `nu6/player.ts` both begin with `nu6`. */
const WORD = /[A-Z]?[a-z]+\d*|[A-Z]+\d*|\d+/g;

/** Other terms that contain the word `web`. */
const OTHER_WORDS = /web[- ]?(?:socket|site|page)s?|src\/web/gi;

/** The places where a file has one of the names in a string, a template, an import path or an identifier, as `line: token`. */
export function protocolNamesIn(text: string, names: ReadonlySet<string>): string[] {
  return tokensOf(text)
    .filter(({ token }) =>
      (token.replaceAll(OTHER_WORDS, '').match(WORD) ?? []).some((word) => names.has(word.toLowerCase())),
    )
    .map(({ token, line }) => `${line}: ${token}`);
}

interface Token {
  readonly token: string;
  readonly line: number;
}

const PLAIN = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|[A-Za-z_$][\w$]*|[`{}]/y;
const TEMPLATE = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))+|`|\$\{/y;

/** Strings, texts of templates, and identifiers; comments are left out. */
function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  /** The kind of the innermost bracket. */
  const open: ('template' | 'expression' | 'block')[] = [];
  let line = 1;
  for (let at = 0; at < text.length; ) {
    const isTemplate = open.at(-1) === 'template';
    const pattern = isTemplate ? TEMPLATE : PLAIN;
    pattern.lastIndex = at;
    const [token = text.charAt(at)] = pattern.exec(text) ?? [];
    if (token === '`') isTemplate ? open.pop() : open.push('template');
    else if (isTemplate && token === '${') open.push('expression');
    else if (!isTemplate && token === '{') open.push('block');
    else if (!isTemplate && token === '}') open.pop();
    else if (isTemplate || /^['"A-Za-z_$]/.test(token)) tokens.push({ token, line });
    line += token.split('\n').length - 1;
    at += token.length;
  }
  return tokens;
}
