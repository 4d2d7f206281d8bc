/** One step of a dialogue between a server and its clients. */
export type Statement = {
  readonly text: string;
  /** The statement only prepares the test: if it fails, the clause is reported as not reached. */
  readonly isGiven: boolean;
} /** A client sends a line. If it has no connection yet, it connects first. */ & (
  | { readonly kind: 'send'; readonly who: string; readonly line: string }
  | Expectation
  /** One of two clients receives the line. This client plays black from then on. */
  | { readonly kind: 'expect as black'; readonly among: readonly [string, string]; readonly line: string }
  | { readonly kind: 'allow'; readonly who: readonly string[]; readonly line: string; readonly note?: string }
  | Prohibition
  | ExpectedConnectionEnd
  /** A pause in which the messages sent before can take effect. */
  | { readonly kind: 'pause'; readonly length: 'moment' | 'while' }
  /** The other side sends a question. This question is answered with the line each time, from then on. */
  | { readonly kind: 'expect question'; readonly who: string; readonly question: string; readonly line: string }
  | { readonly kind: 'allow question'; readonly who: string; readonly question: string; readonly line: string }
  | { readonly kind: 'disconnect'; readonly who: string }
  /** The dialogue sends the answers that the protocol demands from every client; the runner does not. */
  | { readonly kind: 'answer by hand'; readonly who: readonly string[] }
);

/** Each of these clients receives a message in one of these wordings, and then the messages in `also`, in any order. */
export interface Expectation {
  readonly kind: 'expect';
  readonly who: readonly string[];
  readonly wordings: readonly ExpectedMessage[];
  readonly also: readonly string[];
  /** The document demands the message at this point: silence or a closed connection is a breach, too. */
  readonly isDue: boolean;
}

/** Messages that must not arrive within a moment. All others may. A wording with a note is tolerated. */
export interface Prohibition {
  readonly kind: 'forbid';
  readonly who: readonly string[];
  readonly wordings: readonly ExpectedMessage[];
  /** Whether the other side may close the connection without a breach. */
  readonly mayEnd: boolean;
}

/** The other side must close the connection. */
export interface ExpectedConnectionEnd {
  readonly kind: 'closed';
  readonly who: readonly string[];
  /** The note in the report if the other side does not close the connection. Absent: a breach. */
  readonly orElse?: string;
}

export interface ExpectedMessage {
  readonly line: string | typeof NOTHING;
  /** The reason why a document with other words can be understood like this. */
  readonly note?: string;
  /** The reason why the message is neither right nor wrong, and why the dialogue cannot continue. */
  readonly elsewhere?: string;
  /** The clause does not apply to such a server. */
  readonly cause?: 'another mode';
  /** The message is not the answer yet: the question is sent again. */
  readonly again?: true;
}

/** The side of a dialogue that the script runner plays. The other side is tested. */
export type RunnerSide = 'clients' | 'server';

/** A wording that stands for silence. */
export const NOTHING = Symbol('nothing');

/**
 * Parses a dialogue. `isGiven`: its statements only prepare the test.
 *
 *     ann: CORE.MOVE~42                          a client sends a line
 *     server --> ann, bob: CORE.MOVE~42          the next message of both
 *       or: CORE.MOVE~43                         another that is as good
 *       or, with a reason: CORE.MOVE~44          another that the document can be understood to allow
 *       or, with a reason, nothing               silence is possible, too
 *       again, with a reason: CORE.PASS          the question is sent again, and its answer is still to come
 *       unless for a reason: CORE.BYE            then the clause cannot be reached
 *       not where it is so: CORE.BYE             nor does it apply to such a server
 *       and: CORE.PASS                           this message arrives too, before or after
 *     server --> black of ann and bob: BEGIN     one of them receives it, and is called black from then on
 *     server may tell ann: CORE.PASS             it may arrive before any message that is expected later
 *     server may tell ann (a reason): CORE.PASS  and is worth a note
 *     server never tells ann, bob: CORE.PASS     not for a moment; any other message may arrive
 *       or: CORE.MOVE~43                         nor this
 *       or, with a reason: CORE.MOVE~44          this is tolerated
 *     server closes ann
 *       or, with a reason, nothing               the server may leave this to the client
 *     a moment passes                            in which messages can take effect
 *     a while passes                             the same, where that may take long
 *     ann hangs up
 *     ann answers by hand                        the runner sends no automatic answers for ann
 *
 * If a client is tested, the runner sends the server's lines and expects the client's. A client that sends nothing or closes
 * the connection breaches nothing, unless the document demands an answer at once:
 *
 *     client: CORE.MOVE~42                       with the same lines below it
 *     client answers: ack                        at once
 *     server --> client: CORE.MOVE~42
 *     client may say: CORE.BYE
 *     client asks PLAY, hears WAIT               the runner gives this answer each time, from then on
 *     client may ask LIST, hears GAMES
 *     client never says: CORE.MOVE~42            not for a moment
 *     client may go, and never says: CORE.PASS
 */
export function parseDialogue(text: string, isGiven = false, side: RunnerSide = 'clients'): Statement[] {
  const statements: Statement[] = [];
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    const last = statements.at(-1);
    const continued = last && addContinuation(last, line);
    if (continued === undefined) statements.push({ ...PARSERS[side](line), text: line, isGiven });
    else statements[statements.length - 1] = { ...continued, text: `${last?.text}\n  ${line}` };
  }
  return statements;
}

/** Matches a line that belongs to the statement above it. */
export const CONTINUATION = /^(?:(?:or|and|again)[,:]|unless |not where )/;

function addContinuation(before: Statement, line: string): Statement | undefined {
  if (!CONTINUATION.test(line)) return undefined;
  if (before.kind === 'closed') {
    const [, note] = /^or, ([^:]+), nothing$/.exec(line) ?? [];
    return note === undefined ? undefined : { ...before, orElse: note };
  }
  if (before.kind !== 'expect' && before.kind !== 'forbid') return undefined;
  const [, also] = /^and: (.+)$/.exec(line) ?? [];
  if (also !== undefined) return before.kind === 'expect' ? { ...before, also: [...before.also, also] } : undefined;
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

/** Parses a line by the first of these forms that matches. */
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
  kind: 'expect',
  who: names(who),
  wordings: [{ line }],
  also: [],
  isDue,
});

const mayHear = (who?: string, note?: string, line = ''): Bare<Statement> => ({
  kind: 'allow',
  who: names(who),
  line,
  ...(note !== undefined && { note }),
});

const neverHears = (who = '', line = '', mayEnd = true): Bare<Statement> => ({
  kind: 'forbid',
  who: names(who),
  wordings: [{ line }],
  mayEnd,
});

const asking =
  (kind: 'expect question' | 'allow question') =>
  (who = '', question = '', line = '') => ({ kind, who, question, line });

const says = (who = '', line = ''): Bare<Statement> => ({ kind: 'send', who, line });

const forClients = firstOf([
  [
    /^server --> black of (\w+) and (\w+): (.*)$/,
    (ann, bob, line) => ({ kind: 'expect as black', among: [ann, bob], line }),
  ],
  [/^server --> ([\w, ]+): (.*)$/, (who, line) => hears(who, line)],
  [/^server may tell ([\w, ]+?)(?: \((.+?)\))?: (.*)$/, mayHear],
  [/^server never tells ([\w, ]+): (.*)$/, (who, line) => neverHears(who, line)],
  [/^server closes ([\w, ]+)$/, (who) => ({ kind: 'closed', who: names(who) })],
  [/^([\w, ]+) answers? by hand$/, (who) => ({ kind: 'answer by hand', who: names(who) })],
  [/^(\w+) hangs up$/, (who) => ({ kind: 'disconnect', who })],
]);

const forServer = firstOf([
  [/^server --> (\w+): (.*)$/, says],
  [/^(\w+) may say(?: \((.+?)\))?: (.*)$/, mayHear],
  [/^(\w+) asks (.+), hears (.+)$/, asking('expect question')],
  [/^(\w+) may ask (.+), hears (.+)$/, asking('allow question')],
  [/^(\w+) never says: (.*)$/, (who, line) => neverHears(who, line, false)],
  [/^(\w+) may go, and never says: (.*)$/, (who, line) => neverHears(who, line)],
  [/^(\w+) answers: (.*)$/, (who, line) => hears(who, line)],
]);

const forBoth: Parse = firstOf([
  [/^a moment passes$/, () => ({ kind: 'pause', length: 'moment' })],
  [/^a while passes$/, () => ({ kind: 'pause', length: 'while' })],
]);

/** Parses a line that begins with the name of a client and a colon. */
const plain = (make: (who: string, line: string) => Bare<Statement>): Parse =>
  firstOf([[/^(?!or:|and:)(\w+): (.*)$/, (who = '', line = '') => make(who, line)]]);

const parser =
  (...parses: readonly Parse[]) =>
  (text: string): Bare<Statement> => {
    for (const parse of parses) {
      const statement = parse(text);
      if (statement !== undefined) return statement;
    }
    throw new Error(`unknown statement in a dialogue: ${text}`);
  };

const PARSERS: Readonly<Record<RunnerSide, (text: string) => Bare<Statement>>> = {
  clients: parser(forClients, forBoth, plain(says)),
  server: parser(
    forServer,
    forBoth,
    plain((who, line) => hears(who, line, false)),
  ),
};
