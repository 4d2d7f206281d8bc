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
import { mutateBytes, simplerBytes } from './byte-mutations.ts';
import { anyMessage } from './codec-target.ts';
import { anyName, anyText, plainName } from './hostile-text.ts';
import { type ProtocolLanguage, SEEK, WAIT } from './language.ts';
import { LANGUAGES } from './protocol-languages.ts';
import type { ReportOutcome, Target } from './target.ts';
import { transcriptsOf } from './transcripts.ts';

/** What a player session lives through. */
type Step =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'want'; readonly intent: Intent }
  | { readonly kind: 'wait'; readonly milliseconds: number }
  /** The connection is lost, and a session that follows on this one calls again. */
  | { readonly kind: 'again' };

type Script = readonly Step[];

const MOST_STEPS = 80;

/** The client's side against a server that says what it likes; nothing where there is no client's side. */
export function playerTargets(language: ProtocolLanguage): Target<Script>[] {
  const { name, protocol } = language;
  const player = CLIENTS.find((each) => each.name === protocol);
  if (player === undefined || language.player === undefined) return [];
  const open = player.configure(Object.fromEntries(new URLSearchParams(language.player.settings)));
  assert(open.ok, open.ok ? '' : open.problem);
  const target: Target<Script> = {
    name: `${name} player`,
    mustSee: ['begun', 'your-turn', 'played', 'ended', 'broken', 'refused'].map((kind) => `tells ${kind}`),
    seeds: transcriptsOf(protocol).map(scriptOf),
    generate: (randomInt) => anyScript(language, randomInt),
    mutate: (script, other, randomInt) => mutate(language, script, other, randomInt),
    run: (script, saw) => run(language, open.value, script, saw),
    *simpler(script) {
      for (let piece = script.length; piece >= 1; piece = Math.floor(piece / 2)) {
        for (let start = 0; start < script.length; start += piece) yield script.toSpliced(start, piece);
      }
      for (const [at, step] of script.entries()) {
        if (step.kind !== 'bytes') continue;
        for (const bytes of simplerBytes(step.bytes)) yield script.with(at, { kind: 'bytes', bytes });
      }
    },
    show: (script) => script.map(shown).join('\n  '),
    count: (script) => script.length,
  };
  return [target];
}

function shown(step: Step): string {
  if (step.kind === 'bytes') return `server raw: ${escaped(step.bytes)}`;
  if (step.kind === 'want') return `want: ${JSON.stringify(step.intent)}`;
  return step.kind === 'wait' ? `${step.milliseconds} ms` : 'calls again';
}

// Where scripts come from

/** All that one guest of a conversation hears, as if it had been meant for this player. */
function scriptOf({ statements }: ReturnType<typeof transcriptsOf>[number]): Script {
  const told = statements.flatMap((each) => (each.kind === 'hears' ? [each] : []));
  const who = told[0]?.who[0] ?? '';
  const heard = told.filter((each) => each.who.includes(who));
  return heard.slice(0, MOST_STEPS).map(({ bytes }): Step => ({ kind: 'bytes', bytes }));
}

function firstStep(line: string): Step {
  if (line === SEEK) return { kind: 'want', intent: { kind: 'seek' } };
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
  if (choice < 18) return { kind: 'want', intent: anyIntent(randomInt) };
  return choice === 18 ? { kind: 'wait', milliseconds: pick(randomInt, [0, 100, 1000, 20_000]) } : { kind: 'again' };
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
  return mutant.slice(0, MOST_STEPS);
}

// What must hold

function run(language: ProtocolLanguage, open: OpenClientSession, script: Script, saw: ReportOutcome): void {
  const [whole, inPieces] = [
    perform(language, open, script, 1 << 20, saw),
    perform(language, open, script, 5, () => {}),
  ];
  // Apart, since further bytes may come between what is said and what is told.
  assert.deepEqual(inPieces, whole, 'in pieces it is another talk');
}

function perform(
  language: ProtocolLanguage,
  open: OpenClientSession,
  script: Script,
  packet: number,
  saw: ReportOutcome,
) {
  let observed = new ObservedSession(language, open(undefined), saw);
  const allObserved = [observed];
  for (const step of script) {
    if (step.kind === 'again') {
      observed.hangUp();
      observed = new ObservedSession(language, open(observed.session), saw, observed.now);
      allObserved.push(observed);
    } else observed.feel(step, packet);
  }
  return allObserved.map(({ said, told }) => ({ said: Buffer.concat(said).toString('latin1'), told }));
}

/** Hears all that one session says and tells. */
class ObservedSession {
  readonly session: ClientSession;
  readonly said: Uint8Array[] = [];
  readonly told: string[] = [];
  readonly #language: ProtocolLanguage;
  readonly #saw: ReportOutcome;
  now: number;
  #closed = false;

  constructor(language: ProtocolLanguage, session: ClientSession, saw: ReportOutcome, now = 1_000_000) {
    this.#language = language;
    this.session = session;
    this.#saw = saw;
    this.now = now;
    this.#take(session.open(now));
  }

  feel(step: Exclude<Step, { kind: 'again' }>, packet: number): void {
    if (step.kind === 'want') {
      this.#take(this.session.want(step.intent, this.now), true);
    } else if (step.kind === 'wait') {
      this.#wait(step.milliseconds);
    } else {
      for (let at = 0; at < step.bytes.length; at += packet) {
        this.#take(this.session.receive(step.bytes.subarray(at, at + packet), this.now));
      }
    }
  }

  hangUp(): void {
    this.#take(this.session.hungUp(this.now));
  }

  #wait(milliseconds: number): void {
    const until = this.now + milliseconds;
    for (let rings = 0; ; rings++) {
      const due = this.session.deadline;
      if (due === undefined || due > until) break;
      assert(rings < 10_000, 'what is due stays due');
      this.now = Math.max(this.now, due);
      this.#take(this.session.tick(this.now));
    }
    this.now = until;
  }

  #take({ send, news, close }: ClientSessionOutput, isWanted = false): void {
    if (this.#closed && (send.length > 0 || !close || (news.length > 0 && !isWanted)))
      assert.fail('goes on after the end');
    for (const bytes of send) this.#check(bytes);
    for (const each of news) {
      this.#saw(`tells ${each.kind}`);
      this.told.push(JSON.stringify(each));
    }
    if (close && !this.#closed) this.#saw('closes');
    this.#closed = close;
  }

  /** Whatever is said is a row of whole messages that a client can say. */
  #check(bytes: Uint8Array): void {
    this.said.push(bytes);
    const { client } = this.#language;
    for (let rest = bytes; rest.length > 0; ) {
      // A payload that may be missing is known by what comes after it.
      const read = client.read(Buffer.concat([rest, Uint8Array.of(0xff)]));
      if (read.kind !== 'message' || read.length > rest.length) assert.fail(`says ${escaped(bytes)}`);
      const { message: taken } = read;
      if (taken.kind === 'problem' && !this.#isRepeated(rest)) assert.fail(`says ${escaped(bytes)}`);
      this.#saw(`says ${taken.kind === 'message' ? taken.message.kind : 'what it was told'}`);
      rest = rest.subarray(read.length);
    }
  }

  /** Another server's names may be longer than ours, and are asked for as that server told them. */
  #isRepeated(said: Uint8Array): boolean {
    return this.#language.name === 'daigo' && /^JOIN [^ \n]+\n$/.test(Buffer.from(said).toString());
  }
}
