import assert from 'node:assert/strict';
import type {
  ClientSession,
  ClientSessionOutput,
  Intent,
  OpenClientSession,
} from '../../../src/protocols/client-session-types.ts';
import { COLORS } from '../../../src/rules/color.ts';
import type { Point } from '../../../src/rules/point.ts';
import { escaped } from '../../../src/tap/transcript-statement.ts';
import { pick, type RandomInt } from '../clients/random.ts';
import { CLIENTS } from '../protocols/loaded-protocols.ts';
import { mutateBytes, simplifyBytes } from './byte-mutations.ts';
import { anyMessage } from './codec-target.ts';
import type { ReportOutcome, Target } from './fuzz-target.ts';
import { anyName, anyText, plainName } from './hostile-text.ts';
import { type ProtocolLanguage, SEEK, WAIT } from './protocol-language.ts';
import { LANGUAGES } from './protocol-language-list.ts';
import { transcriptsOf } from './transcript-messages.ts';

/** One step of a client session's test. */
type Step =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'intent'; readonly intent: Intent }
  | { readonly kind: 'wait'; readonly milliseconds: number }
  /** The connection is lost, and a new session, which knows the earlier one, connects. */
  | { readonly kind: 'reconnect' };

type Script = readonly Step[];

const MAX_STEPS = 80;

/** Fuzzes a client session with random messages of a server. Empty if we have no client session for the language. */
export function clientSessionTargets(language: ProtocolLanguage): Target<Script>[] {
  const { name, protocol } = language;
  const protocolClient = CLIENTS.find((each) => each.name === protocol);
  if (protocolClient === undefined || language.player === undefined) return [];
  const open = protocolClient.configure(Object.fromEntries(new URLSearchParams(language.player.settings)));
  assert(open.ok, open.ok ? '' : open.problem);
  const target: Target<Script> = {
    name: `${name} player`,
    expectedOutcomes: ['game-started', 'your-turn', 'played', 'game-ended', 'protocol-error', 'refused'].map(
      (kind) => `event ${kind}`,
    ),
    seeds: transcriptsOf(protocol).map(scriptOf),
    generate: (randomInt) => anyScript(language, randomInt),
    mutate: (script, other, randomInt) => mutate(language, script, other, randomInt),
    run: (script, report) => run(language, open.value, script, report),
    *simplerInputs(script) {
      for (let piece = script.length; piece >= 1; piece = Math.floor(piece / 2)) {
        for (let start = 0; start < script.length; start += piece) yield script.toSpliced(start, piece);
      }
      for (const [at, step] of script.entries()) {
        if (step.kind !== 'bytes') continue;
        for (const bytes of simplifyBytes(step.bytes)) yield script.with(at, { kind: 'bytes', bytes });
      }
    },
    show: (script) => script.map(formatStep).join('\n  '),
    count: (script) => script.length,
  };
  return [target];
}

function formatStep(step: Step): string {
  if (step.kind === 'bytes') return `server raw: ${escaped(step.bytes)}`;
  if (step.kind === 'intent') return `intent: ${JSON.stringify(step.intent)}`;
  return step.kind === 'wait' ? `${step.milliseconds} ms` : 'reconnect';
}

// Scripts

/** All messages that one client of a transcript receives. */
function scriptOf({ statements }: ReturnType<typeof transcriptsOf>[number]): Script {
  const deliveries = statements.flatMap((each) => (each.kind === 'receives' ? [each] : []));
  const who = deliveries[0]?.who[0] ?? '';
  const received = deliveries.filter((each) => each.who.includes(who));
  return received.slice(0, MAX_STEPS).map(({ bytes }): Step => ({ kind: 'bytes', bytes }));
}

function firstStep(line: string): Step {
  if (line === SEEK) return { kind: 'intent', intent: { kind: 'seek' } };
  if (line === WAIT) return { kind: 'wait', milliseconds: 300 };
  return { kind: 'bytes', bytes: Buffer.from(line, 'latin1') };
}

function anyScript(language: ProtocolLanguage, randomInt: RandomInt): Script {
  const first = language.player?.beginning?.(pick(randomInt, COLORS), randomInt) ?? [];
  const known = first.slice(0, randomInt(4) > 0 ? first.length : randomInt(first.length + 1));
  const script = known.map(firstStep);
  for (let steps = randomInt(30); steps > 0; steps--) script.push(anyStep(language, randomInt));
  return script;
}

function anyStep(language: ProtocolLanguage, randomInt: RandomInt): Step {
  const choice = randomInt(20);
  if (choice < 11) return { kind: 'bytes', bytes: anyMessage(language.server, randomInt) };
  if (choice < 13) {
    const bytes = mutateBytes(
      anyMessage(language.server, randomInt),
      anyMessage(pick(randomInt, LANGUAGES).server, randomInt),
      randomInt,
    );
    return { kind: 'bytes', bytes };
  }
  if (choice < 18) return { kind: 'intent', intent: anyIntent(randomInt) };
  return choice === 18
    ? { kind: 'wait', milliseconds: pick(randomInt, [0, 100, 1000, 20_000]) }
    : { kind: 'reconnect' };
}

function anyIntent(randomInt: RandomInt): Intent {
  const choice = randomInt(12);
  if (choice < 5) return { kind: 'play', point: randomInt(81) as Point };
  switch (choice) {
    case 5:
      return { kind: 'enter', name: anyName(randomInt) };
    case 6:
      return {
        kind: 'seek',
        ...pick(randomInt, [{}, { size: 5 }, { size: 131 }, { size: 6 }, { opponent: anyName(randomInt) }]),
      };
    case 7:
      return {
        kind: 'chat',
        text: anyText(randomInt),
        ...pick(randomInt, [{}, { to: plainName(randomInt) }, { to: anyName(randomInt) }]),
      };
    case 8:
      return { kind: pick(randomInt, ['lobby', 'cancel', 'leave'] as const) };
    case 9:
      return { kind: 'resign' };
    default:
      return { kind: 'pass' };
  }
}

function mutate(language: ProtocolLanguage, script: Script, other: Script, randomInt: RandomInt): Script {
  let mutant = [...script];
  for (let changes = 1 + randomInt(3); changes > 0; changes--) {
    const at = randomInt(mutant.length + 1);
    const step = mutant[at];
    switch (randomInt(6)) {
      case 0:
        mutant.splice(at, 1 + randomInt(3));
        break;
      case 1:
        mutant = [...mutant.slice(0, at), ...other.slice(randomInt(other.length + 1))];
        break;
      case 2:
        if (step !== undefined) mutant.splice(randomInt(mutant.length), 0, step);
        break;
      case 3:
        if (step?.kind === 'bytes')
          mutant[at] = { kind: 'bytes', bytes: mutateBytes(step.bytes, step.bytes, randomInt) };
        break;
      default:
        mutant.splice(at, 0, anyStep(language, randomInt));
    }
  }
  return mutant.slice(0, MAX_STEPS);
}

// Checks

function run(language: ProtocolLanguage, open: OpenClientSession, script: Script, report: ReportOutcome): void {
  const [whole, inPieces] = [
    perform(language, open, script, 1 << 20, report),
    perform(language, open, script, 5, () => {}),
  ];
  // Messages and events are in separate lists, because their relative order depends on how the bytes are split.
  assert.deepEqual(inPieces, whole, 'the result depends on how the bytes are split');
}

function perform(
  language: ProtocolLanguage,
  open: OpenClientSession,
  script: Script,
  packet: number,
  report: ReportOutcome,
) {
  let observed = new ObservedSession(language, open(undefined), report);
  const allObserved = [observed];
  for (const step of script) {
    if (step.kind === 'reconnect') {
      observed.hangUp();
      observed = new ObservedSession(language, open(observed.session), report, observed.now);
      allObserved.push(observed);
    } else observed.apply(step, packet);
  }
  return allObserved.map(({ sent, events }) => ({ sent: Buffer.concat(sent).toString('latin1'), events }));
}

/** A session whose output is recorded and checked. */
class ObservedSession {
  readonly session: ClientSession;
  readonly sent: Uint8Array[] = [];
  readonly events: string[] = [];
  readonly #language: ProtocolLanguage;
  readonly #report: ReportOutcome;
  now: number;
  #closed = false;

  constructor(language: ProtocolLanguage, session: ClientSession, report: ReportOutcome, now = 1_000_000) {
    this.#language = language;
    this.session = session;
    this.#report = report;
    this.now = now;
    this.#checkOutput(session.open(now));
  }

  apply(step: Exclude<Step, { kind: 'reconnect' }>, packet: number): void {
    if (step.kind === 'intent') {
      this.#checkOutput(this.session.perform(step.intent, this.now), true);
    } else if (step.kind === 'wait') {
      this.#wait(step.milliseconds);
    } else {
      for (let at = 0; at < step.bytes.length; at += packet) {
        this.#checkOutput(this.session.receive(step.bytes.subarray(at, at + packet), this.now));
      }
    }
  }

  hangUp(): void {
    this.#checkOutput(this.session.disconnected(this.now));
  }

  #wait(milliseconds: number): void {
    const until = this.now + milliseconds;
    for (let calls = 0; ; calls++) {
      const due = this.session.deadline;
      if (due === undefined || due > until) break;
      assert(calls < 10_000, 'a deadline does not move after tick');
      this.now = Math.max(this.now, due);
      this.#checkOutput(this.session.tick(this.now));
    }
    this.now = until;
  }

  #checkOutput({ send, events, close }: ClientSessionOutput, isWanted = false): void {
    if (this.#closed && (send.length > 0 || !close || (events.length > 0 && !isWanted)))
      assert.fail('output after the close');
    for (const bytes of send) this.#checkSent(bytes);
    for (const each of events) {
      this.#report(`event ${each.kind}`);
      this.events.push(JSON.stringify(each));
    }
    if (close && !this.#closed) this.#report('closes');
    this.#closed = close;
  }

  /** Asserts that the bytes are complete messages of a client. */
  #checkSent(bytes: Uint8Array): void {
    this.sent.push(bytes);
    const { client } = this.#language;
    for (let rest = bytes; rest.length > 0; ) {
      // A payload may be optional. The byte after the message shows whether it is missing.
      const read = client.read(Buffer.concat([rest, Uint8Array.of(0xff)]));
      if (read.kind !== 'message' || read.length > rest.length) assert.fail(`sends ${escaped(bytes)}`);
      const { message: outcome } = read;
      if (outcome.kind === 'problem' && !this.#isForeignName(rest)) assert.fail(`sends ${escaped(bytes)}`);
      this.#report(`sends ${outcome.kind === 'message' ? outcome.message.kind : 'a name of the server'}`);
      rest = rest.subarray(read.length);
    }
  }

  /** Whether the client repeats a name that the server has sent: names of other servers may be longer than ours. */
  #isForeignName(sent: Uint8Array): boolean {
    return this.#language.name === 'daigo' && /^JOIN [^ \n]+\n$/.test(Buffer.from(sent).toString());
  }
}
