/** One step of a dialogue between a server and its clients. */
export type Statement = {
  readonly text: string;
  readonly given: boolean;
} /** A client says a line, or exactly these bytes. Who has not spoken yet connects first. */ & (
  | { readonly kind: 'says'; readonly who: string; readonly line: string }
  | { readonly kind: 'says raw'; readonly who: string; readonly bytes: Buffer }
  | Expectation
  /** One of two hears it, and is black from then on. */
  | { readonly kind: 'seats'; readonly among: readonly [string, string]; readonly line: string }
  /** It may come before whatever is expected next, or not. */
  | { readonly kind: 'may hear'; readonly who: readonly string[]; readonly line: string }
  | { readonly kind: 'silence'; readonly who: readonly string[]; readonly mayEnd: boolean }
  | { readonly kind: 'closed'; readonly who: readonly string[] }
  /** The other side asks this, and from then on is answered so whenever it does. */
  | { readonly kind: 'asks'; readonly who: string; readonly question: string; readonly line: string }
  | { readonly kind: 'may ask'; readonly who: string; readonly question: string; readonly line: string }
  | { readonly kind: 'hangs up'; readonly who: string }
  /** What the protocol makes everybody answer at once is left to the dialogue. */
  | { readonly kind: 'answers by hand'; readonly who: readonly string[] }
);

/** The next message of each of these, in one of these wordings; and then the others, in whatever order. */
export interface Expectation {
  readonly kind: 'hears';
  readonly who: readonly string[];
  readonly wordings: readonly Wording[];
  readonly also: readonly string[];
}

export interface Wording {
  readonly line: string | typeof NOTHING;
  /** Why a document that says something else may be read so. */
  readonly note?: string;
  /** Why it is neither right nor wrong, and leads somewhere else. */
  readonly elsewhere?: string;
  /** There the clause demands nothing at all. */
  readonly cause?: 'another mode';
}

/** Which side of a dialogue is ours; the other is examined. */
export type Side = 'clients' | 'server';

/** Stands for silence among the wordings. */
export const NOTHING = Symbol('nothing');

/**
 * Reads a dialogue. `given`: it only leads to what is examined.
 *
 *     ann: CORE.MOVE~42                          a client says a line
 *     ann raw: CORE.MOVE~42\r\n                  exactly these bytes
 *     server --> ann, bob: CORE.MOVE~42          the next message of both
 *       or: CORE.MOVE~43                         another that is as good
 *       or, with a reason: CORE.MOVE~44          another that can be read into the document
 *       or, with a reason, nothing               silence can be, too
 *       unless for a reason: CORE.BYE            then the clause cannot be reached
 *       not where it is so: CORE.BYE             nor does it apply to such a server
 *       and: CORE.PASS                           this comes as well, before or after
 *     server --> black of ann and bob: BEGIN     one of them hears it, and is called black from then on
 *     server may tell ann: CORE.PASS             it may come before the next that is expected
 *     silence for ann, bob
 *     silence or the end for ann, bob            the connection may end
 *     server closes ann
 *     ann hangs up
 *     ann answers by hand                        not by the protocol's reflexes
 *
 * Where it is a client that is examined, what it says is expected, and what the server says is ours:
 *
 *     client: CORE.MOVE~42                       with the same lines below it
 *     server --> client: CORE.MOVE~42
 *     client may say: CORE.BYE
 *     client asks PLAY, hears WAIT               and is answered so whenever it asks, from then on
 *     client may ask LIST, hears GAMES
 *     client is silent
 *     client may hang up                         and is silent if it does not
 *     client hangs up
 */
export function parseDialogue(text: string, given = false, side: Side = 'clients'): Statement[] {
  const statements: Statement[] = [];
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    const last = statements.at(-1);
    const continued = last?.kind === 'hears' ? continuation(last, line) : undefined;
    if (continued === undefined) statements.push({ ...PARSERS[side](line), text: line, given });
    else statements[statements.length - 1] = { ...last, ...continued, text: `${last?.text}\n  ${line}`, given };
  }
  return statements;
}

function continuation(before: Expectation, line: string): Expectation | undefined {
  const [, also] = /^and: (.+)$/.exec(line) ?? [];
  if (also !== undefined) return { ...before, also: [...before.also, also] };
  const [, elsewhere, away] = /^unless ([^:]+): (.+)$/.exec(line) ?? [];
  if (elsewhere !== undefined && away !== undefined) return withWording(before, { line: away, elsewhere });
  const [, mode, other] = /^not where ([^:]+): (.+)$/.exec(line) ?? [];
  if (mode !== undefined && other !== undefined) {
    return withWording(before, { line: other, elsewhere: mode, cause: 'another mode' });
  }
  const [, silent] = /^or, ([^:]+), nothing$/.exec(line) ?? [];
  if (silent !== undefined) return withWording(before, { line: NOTHING, note: silent });
  const [, note, wording] = /^or(?:, ([^:]+))?: (.+)$/.exec(line) ?? [];
  if (wording === undefined) return undefined;
  return withWording(before, note === undefined ? { line: wording } : { line: wording, note });
}

const withWording = (before: Expectation, wording: Wording): Expectation => ({
  ...before,
  wordings: [...before.wordings, wording],
});

type Bare<Whole> = Whole extends unknown ? Omit<Whole, 'text' | 'given'> : never;

function parseForClients(text: string): Bare<Statement> {
  const match = (pattern: RegExp): string[] | undefined => pattern.exec(text)?.slice(1);
  let parts = match(/^server --> black of (\w+) and (\w+): (.*)$/);
  if (parts !== undefined) return { kind: 'seats', among: [parts[0] ?? '', parts[1] ?? ''], line: parts[2] ?? '' };
  parts = match(/^server --> ([\w, ]+): (.*)$/);
  if (parts !== undefined) {
    return { kind: 'hears', who: names(parts[0]), wordings: [{ line: parts[1] ?? '' }], also: [] };
  }
  parts = match(/^server may tell ([\w, ]+): (.*)$/);
  if (parts !== undefined) return { kind: 'may hear', who: names(parts[0]), line: parts[1] ?? '' };
  parts = match(/^server closes ([\w, ]+)$/);
  if (parts !== undefined) return { kind: 'closed', who: names(parts[0]) };
  parts = match(/^silence( or the end)? for ([\w, ]+)$/);
  if (parts !== undefined) return { kind: 'silence', who: names(parts[1]), mayEnd: parts[0] !== undefined };
  parts = match(/^([\w, ]+) answers? by hand$/);
  if (parts !== undefined) return { kind: 'answers by hand', who: names(parts[0]) };
  parts = match(/^(\w+) hangs up$/);
  if (parts !== undefined) return { kind: 'hangs up', who: parts[0] ?? '' };
  parts = match(/^(\w+) raw: (.*)$/);
  if (parts !== undefined) return { kind: 'says raw', who: parts[0] ?? '', bytes: escaped(parts[1] ?? '') };
  parts = match(/^(?!or:|and:)(\w+): (.*)$/);
  if (parts !== undefined) return { kind: 'says', who: parts[0] ?? '', line: parts[1] ?? '' };
  throw new Error(`a dialogue says nothing known: ${text}`);
}

function parseForServer(text: string): Bare<Statement> {
  const match = (pattern: RegExp): string[] | undefined => pattern.exec(text)?.slice(1);
  let parts = match(/^server --> (\w+): (.*)$/);
  if (parts !== undefined) return { kind: 'says', who: parts[0] ?? '', line: parts[1] ?? '' };
  parts = match(/^(\w+) may say: (.*)$/);
  if (parts !== undefined) return { kind: 'may hear', who: names(parts[0]), line: parts[1] ?? '' };
  parts = match(/^(\w+) asks (.+), hears (.+)$/);
  if (parts !== undefined) return { kind: 'asks', who: parts[0] ?? '', question: parts[1] ?? '', line: parts[2] ?? '' };
  parts = match(/^(\w+) may ask (.+), hears (.+)$/);
  if (parts !== undefined) {
    return { kind: 'may ask', who: parts[0] ?? '', question: parts[1] ?? '', line: parts[2] ?? '' };
  }
  parts = match(/^(\w+) (is silent|may hang up)$/);
  if (parts !== undefined) return { kind: 'silence', who: names(parts[0]), mayEnd: parts[1] === 'may hang up' };
  parts = match(/^(\w+) hangs up$/);
  if (parts !== undefined) return { kind: 'closed', who: names(parts[0]) };
  parts = match(/^(?!or:|and:)(\w+): (.*)$/);
  if (parts !== undefined) {
    return { kind: 'hears', who: names(parts[0]), wordings: [{ line: parts[1] ?? '' }], also: [] };
  }
  throw new Error(`a dialogue says nothing known: ${text}`);
}

const PARSERS: Readonly<Record<Side, (text: string) => Bare<Statement>>> = {
  clients: parseForClients,
  server: parseForServer,
};

const names = (text = ''): string[] => text.split(',').map((name) => name.trim());

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '\\': '\\' };

/** Bytes as they are written, with `\xNN`, `\n`, `\r`, `\t` and `\\`. */
function escaped(text: string): Buffer {
  const parts = text.split(/(\\x[0-9a-fA-F]{2}|\\[nrt\\])/);
  return Buffer.concat(
    parts.map((part, index) => {
      if (index % 2 === 0) return Buffer.from(part);
      return part[1] === 'x' ? Buffer.from(part.slice(2), 'hex') : Buffer.from(ESCAPES[part[1] ?? ''] ?? '');
    }),
  );
}
