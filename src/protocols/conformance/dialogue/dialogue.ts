/** One step of a dialogue between a server and its clients. */
export type Statement = {
  readonly text: string;
  /** It leads to what is examined: if it does not come about, the clause is not reached. */
  readonly isGiven: boolean;
} /** A client says a line. It connects first if it has neither spoken nor listened yet. */ & (
  | { readonly kind: 'says'; readonly who: string; readonly line: string }
  | Expectation
  /** One of two hears it, and is black from then on. */
  | { readonly kind: 'seats'; readonly among: readonly [string, string]; readonly line: string }
  | { readonly kind: 'may hear'; readonly who: readonly string[]; readonly line: string; readonly note?: string }
  | Prohibition
  | ExpectedConnectionEnd
  /** What was said has time to take effect. */
  | { readonly kind: 'pause'; readonly length: 'moment' | 'while' }
  /** The other side asks this, and from then on is answered so whenever it does. */
  | { readonly kind: 'asks'; readonly who: string; readonly question: string; readonly line: string }
  | { readonly kind: 'may ask'; readonly who: string; readonly question: string; readonly line: string }
  | { readonly kind: 'hangs up'; readonly who: string }
  /** What the protocol makes every client answer at once is left to the dialogue. */
  | { readonly kind: 'answers by hand'; readonly who: readonly string[] }
);

/** The next message of each of these, in one of these wordings; and then the others, in whatever order. */
export interface Expectation {
  readonly kind: 'hears';
  readonly who: readonly string[];
  readonly wordings: readonly ExpectedMessage[];
  readonly also: readonly string[];
  /** The document demands it at this point: silence or a hang-up in its place is a breach, too. */
  readonly isDue: boolean;
}

/** Messages that do not come within a moment; all others may. Those with a note are tolerated. */
export interface Prohibition {
  readonly kind: 'never hears';
  readonly who: readonly string[];
  readonly wordings: readonly ExpectedMessage[];
  /** The other side may hang up: it has shown enough. */
  readonly mayEnd: boolean;
}

/** The other side ends the connection. */
export interface ExpectedConnectionEnd {
  readonly kind: 'closed';
  readonly who: readonly string[];
  /** What is noted if it does not. */
  readonly orElse?: string;
}

export interface ExpectedMessage {
  readonly line: string | typeof NOTHING;
  /** Why a document that says something else may be read so. */
  readonly note?: string;
  /** Why it is neither right nor wrong, and leads somewhere else. */
  readonly elsewhere?: string;
  /** There the clause demands nothing at all. */
  readonly cause?: 'another mode';
  /** It is not the answer yet: the question is said again. */
  readonly again?: true;
}

/** Which side of a dialogue is ours; the other is examined. */
export type OwnSide = 'clients' | 'server';

/** Stands for silence among the wordings. */
export const NOTHING = Symbol('nothing');

/**
 * Reads a dialogue. `given`: it only leads to what is examined.
 *
 *     ann: CORE.MOVE~42                          a client says a line
 *     server --> ann, bob: CORE.MOVE~42          the next message of both
 *       or: CORE.MOVE~43                         another that is as good
 *       or, with a reason: CORE.MOVE~44          another that can be read into the document
 *       or, with a reason, nothing               silence can be, too
 *       again, with a reason: CORE.PASS          the question is said again, and its answer is still to come
 *       unless for a reason: CORE.BYE            then the clause cannot be reached
 *       not where it is so: CORE.BYE             nor does it apply to such a server
 *       and: CORE.PASS                           this comes as well, before or after
 *     server --> black of ann and bob: BEGIN     one of them hears it, and is called black from then on
 *     server may tell ann: CORE.PASS             it may come before anything that is expected later
 *     server may tell ann (a reason): CORE.PASS  and is worth a note
 *     server never tells ann, bob: CORE.PASS     not for a moment; anything else may come
 *       or: CORE.MOVE~43                         nor this
 *       or, with a reason: CORE.MOVE~44          this is tolerated
 *     server closes ann
 *       or, with a reason, nothing               it may leave that to the client
 *     a moment passes                            in which what was said takes effect
 *     a while passes                             the same, where that may take long
 *     ann hangs up
 *     ann answers by hand                        not by the protocol's reflexes
 *
 * Where it is a client that is examined, what it says is expected, and what the server says is ours. A client that says
 * nothing or hangs up has only not shown what it would do, unless the document demands an answer at once:
 *
 *     client: CORE.MOVE~42                       with the same lines below it
 *     client answers: ack                        at once
 *     server --> client: CORE.MOVE~42
 *     client may say: CORE.BYE
 *     client asks PLAY, hears WAIT               and is answered so whenever it asks, from then on
 *     client may ask LIST, hears GAMES
 *     client never says: CORE.MOVE~42            not for a moment
 *     client may go, and never says: CORE.PASS
 */
export function parseDialogue(text: string, isGiven = false, side: OwnSide = 'clients'): Statement[] {
  const statements: Statement[] = [];
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    const last = statements.at(-1);
    const continued = last && continuation(last, line);
    if (continued === undefined) statements.push({ ...PARSERS[side](line), text: line, isGiven });
    else statements[statements.length - 1] = { ...continued, text: `${last?.text}\n  ${line}` };
  }
  return statements;
}

/** Lines that belong to the statement above them. */
export const CONTINUATION = /^(?:(?:or|and|again)[,:]|unless |not where )/;

function continuation(before: Statement, line: string): Statement | undefined {
  if (!CONTINUATION.test(line)) return undefined;
  if (before.kind === 'closed') {
    const [, note] = /^or, ([^:]+), nothing$/.exec(line) ?? [];
    return note === undefined ? undefined : { ...before, orElse: note };
  }
  if (before.kind !== 'hears' && before.kind !== 'never hears') return undefined;
  const [, also] = /^and: (.+)$/.exec(line) ?? [];
  if (also !== undefined) return before.kind === 'hears' ? { ...before, also: [...before.also, also] } : undefined;
  const wording = parseWording(line);
  return wording && { ...before, wordings: [...before.wordings, wording] };
}

function parseWording(line: string): ExpectedMessage | undefined {
  const [, elsewhere, away] = /^unless ([^:]+): (.+)$/.exec(line) ?? [];
  if (elsewhere !== undefined && away !== undefined) return { line: away, elsewhere };
  const [, mode, other] = /^not where ([^:]+): (.+)$/.exec(line) ?? [];
  if (mode !== undefined && other !== undefined) return { line: other, elsewhere: mode, cause: 'another mode' };
  const [, silent] = /^or, ([^:]+), nothing$/.exec(line) ?? [];
  if (silent !== undefined) return { line: NOTHING, note: silent };
  const [, verb, note, wording] = /^(or|again)(?:, ([^:]+))?: (.+)$/.exec(line) ?? [];
  if (wording === undefined) return undefined;
  return { line: wording, ...(note !== undefined && { note }), ...(verb === 'again' && { again: true }) };
}

type Bare<Whole> = Whole extends unknown ? Omit<Whole, 'text' | 'isGiven'> : never;

type Parse = (text: string) => Bare<Statement> | undefined;

/** The first of these forms that a line has. */
const firstOf =
  (forms: readonly (readonly [RegExp, (...parts: string[]) => Bare<Statement>])[]): Parse =>
  (text) => {
    for (const [form, make] of forms) {
      const found = form.exec(text);
      if (found !== null) return make(...found.slice(1));
    }
    return undefined;
  };

const names = (text = ''): string[] => text.split(',').map((name) => name.trim());

const hears = (who = '', line = '', isDue = true): Bare<Statement> => ({
  kind: 'hears',
  who: names(who),
  wordings: [{ line }],
  also: [],
  isDue,
});

const mayHear = (who?: string, note?: string, line = ''): Bare<Statement> => ({
  kind: 'may hear',
  who: names(who),
  line,
  ...(note !== undefined && { note }),
});

const neverHears = (who = '', line = '', mayEnd = true): Bare<Statement> => ({
  kind: 'never hears',
  who: names(who),
  wordings: [{ line }],
  mayEnd,
});

const asking =
  (kind: 'asks' | 'may ask') =>
  (who = '', question = '', line = '') => ({ kind, who, question, line });

const says = (who = '', line = ''): Bare<Statement> => ({ kind: 'says', who, line });

const forClients = firstOf([
  [/^server --> black of (\w+) and (\w+): (.*)$/, (ann, bob, line) => ({ kind: 'seats', among: [ann, bob], line })],
  [/^server --> ([\w, ]+): (.*)$/, (who, line) => hears(who, line)],
  [/^server may tell ([\w, ]+?)(?: \((.+?)\))?: (.*)$/, mayHear],
  [/^server never tells ([\w, ]+): (.*)$/, (who, line) => neverHears(who, line)],
  [/^server closes ([\w, ]+)$/, (who) => ({ kind: 'closed', who: names(who) })],
  [/^([\w, ]+) answers? by hand$/, (who) => ({ kind: 'answers by hand', who: names(who) })],
  [/^(\w+) hangs up$/, (who) => ({ kind: 'hangs up', who })],
]);

const forServer = firstOf([
  [/^server --> (\w+): (.*)$/, says],
  [/^(\w+) may say(?: \((.+?)\))?: (.*)$/, mayHear],
  [/^(\w+) asks (.+), hears (.+)$/, asking('asks')],
  [/^(\w+) may ask (.+), hears (.+)$/, asking('may ask')],
  [/^(\w+) never says: (.*)$/, (who, line) => neverHears(who, line, false)],
  [/^(\w+) may go, and never says: (.*)$/, (who, line) => neverHears(who, line)],
  [/^(\w+) answers: (.*)$/, (who, line) => hears(who, line)],
]);

const forBoth: Parse = firstOf([
  [/^a moment passes$/, () => ({ kind: 'pause', length: 'moment' })],
  [/^a while passes$/, () => ({ kind: 'pause', length: 'while' })],
]);

/** A line of the side that speaks without being prompted by another word than its name. */
const plain = (make: (who: string, line: string) => Bare<Statement>): Parse =>
  firstOf([[/^(?!or:|and:)(\w+): (.*)$/, (who = '', line = '') => make(who, line)]]);

const parser =
  (...parses: readonly Parse[]) =>
  (text: string): Bare<Statement> => {
    for (const parse of parses) {
      const statement = parse(text);
      if (statement !== undefined) return statement;
    }
    throw new Error(`a dialogue says nothing known: ${text}`);
  };

const PARSERS: Readonly<Record<OwnSide, (text: string) => Bare<Statement>>> = {
  clients: parser(forClients, forBoth, plain(says)),
  server: parser(
    forServer,
    forBoth,
    plain((who, line) => hears(who, line, false)),
  ),
};
