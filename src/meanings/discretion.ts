import { LONGEST_LINE } from '../protocols/line.ts';

/** Whether one line may be published: without its line feed, and as it was said. */
type IsPublic = (line: string) => boolean;

/** The lines of both sides that may be published: some of the server's repeat what a client said. */
interface PublicLines {
  readonly client: IsPublic;
  readonly server: IsPublic;
  /** One of these is in each line of a server that may not be published. */
  readonly repeats: readonly string[];
}

/**
 * What may be published of a protocol's conversations. `all`: the protocol has no words for one player alone.
 * `by-message`: only the meaning of a message tells, and its interpreter says it.
 *
 * A line that cannot be understood may be a message for one player with a mistake in it. So in a protocol that has such messages a
 * line is private unless it is shown to be public: it begins with the exact keyword of a public message, and what follows
 * are short values, not sentences.
 */
export const PUBLIC_LINES: Readonly<Record<string, PublicLines | 'by-message' | 'all'>> = {
  remastered: 'all',
  nu6: {
    client: isPublicInNu6,
    server: (line) => isPublicInNu6(REPEATED_BY_NU6.exec(line)?.[1] ?? 'CORE.PASS'),
    repeats: ['CORE.ERROR~PROTOCOL~', 'CORE.ERROR~PATIENCE~'],
  },
  daigo: 'all',
  nedap: {
    client: isPublicInNedap,
    server: (line) => !UNKNOWN_TO_NEDAP.test(line),
    repeats: ['WARNING keyword '],
  },
  gomokurs: 'all',
  web: 'by-message',
};

/** What may be published of a protocol; nothing is known of one that is not listed. */
export const publicLines = (protocol: string): PublicLines | 'by-message' | 'all' =>
  PUBLIC_LINES[protocol] ?? 'by-message';

/** Whether a client of that protocol may say something that is for one player alone. */
export const hasPrivateMessages = (protocol: string): boolean => publicLines(protocol) !== 'all';

/** Chat without a recipient, a name with its extensions, and the other keywords with at most three short values. */
const NU6 =
  /^(?:CHAT\.MESSAGE(?:\\?~[^~]*)?|CORE\.HELLO\\?~[^~\p{Cc}]*(?:\\?~[^~\s]{0,20}){0,3}|(?:CORE\.(?:HELLO|NEWGAME|MOVE|PASS|SURRENDER|BYE)|CHAT\.GETLOBBY)(?:\\?~[^~\s]{0,20}){0,3})$/u;
const CHAT_IN_NU6 = /CHAT.?MESSAGE/iu;
/** The server's words before a line that comes back. */
const REPEATED_BY_NU6 = /^CORE\.ERROR~(?:PROTOCOL|PATIENCE)~(.*)$/su;

function isPublicInNu6(line: string): boolean {
  const said = bare(line);
  if (!isWhole(said) || !NU6.test(said)) return false;
  return said.startsWith('CHAT.MESSAGE') || !CHAT_IN_NU6.test(said);
}

/** All chat is private: in a game it is for the opponent alone. */
const NEDAP = /^(?:GO|PLAYER|CANCEL|EXIT|MOVE|PASS|TABLEFLIP)(?: \S{0,20}){0,3}$/u;
const CHAT_IN_NEDAP = /CHAT|chat\b/iu;
/** The server repeats a keyword that it does not know. */
const UNKNOWN_TO_NEDAP = /^WARNING keyword (?!EXIT unknown)/u;

function isPublicInNedap(line: string): boolean {
  const said = bare(line);
  return isWhole(said) && NEDAP.test(said) && !CHAT_IN_NEDAP.test(said);
}

/** As the protocols' sessions read it: without the end of the line, and spaces around. */
function bare(line: string): string {
  let start = 0;
  let end = line.endsWith('\r') ? line.length - 1 : line.length;
  while (line[start] === ' ') start++;
  while (end > start && line[end - 1] === ' ') end--;
  return line.slice(start, end);
}

/** Not cut because it was too long, and without bytes that are not UTF-8. */
const isWhole = (line: string): boolean => line.length <= LONGEST_LINE && !line.includes('\ufffd');
