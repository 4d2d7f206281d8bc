import assert from 'node:assert/strict';
import type { ReadResult } from '../../../src/protocols/message-read-result.ts';
import { PROTOCOLS } from '../../../src/protocols/protocol-list.ts';
import { escaped } from '../../../src/tap/transcript-statement.ts';
import { pick, type RandomInt } from '../clients/random.ts';
import { serverNamed } from '../protocols/loaded-protocols.ts';
import { mutateBytes, simplerBytes } from './byte-mutations.ts';
import type { AnyMessage, CodecSide, ReadOutcome } from './codec-side.ts';
import { anyMessage } from './codec-target.ts';
import { plainName } from './hostile-text.ts';
import { type ProtocolListener, Room } from './in-memory-room.ts';
import type { ProtocolLanguage } from './language.ts';
import { LANGUAGES } from './protocol-languages.ts';
import type { ReportOutcome, Target } from './target.ts';
import { transcriptsOf } from './transcripts.ts';

/** What happens to a server in memory. `who` is one of a few guests. */
type Step =
  | { readonly kind: 'connect'; readonly who: number; readonly listener: string; readonly address: string }
  | { readonly kind: 'say'; readonly who: number; readonly bytes: Uint8Array }
  | { readonly kind: 'lose'; readonly who: number }
  | { readonly kind: 'wait'; readonly milliseconds: number }
  | { readonly kind: 'hold' | 'release' | 'no room' | 'room' | 'farewell' }
  | { readonly kind: 'stop game'; readonly game: number }
  | { readonly kind: 'send away'; readonly name: string };

type Script = readonly Step[];

const MOST_STEPS = 120;
const GUESTS = 4;
const WAITS = [0, 1, 10, 1000, 10_000, 31_000, 200_000, 4_000_000] as const;
const OPTIONS = { protocols: PROTOCOLS, grace: 30_000, resume: 120_000, idle: 3_600_000 };

/** Bytes from several clients at one lobby, told at once or held back; one of them at least speaks this language. */
export function sessionTarget(language: ProtocolLanguage): Target<Script> {
  const { name, protocol } = language;
  return {
    name: `${name} session`,
    mustSee: [`${protocol} speaks`, `${protocol} is let go`],
    seeds: transcriptsOf(protocol).map(scriptOf),
    generate: (randomInt) => anyScript(language, randomInt),
    mutate,
    run,
    *simpler(script) {
      for (let piece = script.length; piece >= 1; piece = Math.floor(piece / 2)) {
        for (let start = 0; start < script.length; start += piece) yield script.toSpliced(start, piece);
      }
      for (const [at, step] of script.entries()) {
        if (step.kind !== 'say') continue;
        for (const bytes of simplerBytes(step.bytes)) yield script.with(at, { ...step, bytes });
      }
    },
    show: (script) => script.map(shown).join('\n  '),
    count: (script) => script.reduce((count, { kind }) => count + (kind === 'say' ? 1 : 0), 0),
  };
}

const LETTERS = ['anne', 'bert', 'cleo', 'dirk'];

/** As a transcript has it, where it has it. */
function shown(step: Step): string {
  switch (step.kind) {
    case 'connect':
      return `connect ${LETTERS[step.who]}: ${step.listener} from ${step.address}`;
    case 'say':
      return `${LETTERS[step.who]} raw: ${escaped(step.bytes)}`;
    case 'lose':
      return `${LETTERS[step.who]} disconnects`;
    case 'wait':
      return `wait ${step.milliseconds / 1000} s`;
    case 'stop game':
      return `stop game ${step.game}`;
    case 'send away':
      return `send away ${step.name}`;
    default:
      return step.kind;
  }
}

// Where scripts come from

function anyScript(language: ProtocolLanguage, randomInt: RandomInt): Script {
  const isGomoku = language.protocol === 'gomokurs' || (language.protocol === 'web' && randomInt(3) === 0);
  const size = isGomoku || (language.protocol !== 'remastered' && randomInt(4) > 0) ? 5 : 9;
  const company = LANGUAGES.filter(({ protocol }) => protocol === 'web' || (protocol === 'gomokurs') === isGomoku);
  const guests = Array.from({ length: 2 + randomInt(2) }, (_, who) =>
    who === 0 ? language : pick(randomInt, company),
  );
  const script: Step[] = guests.flatMap((each, who) => arrives(each, who, { isGomoku, size }, randomInt));
  for (let steps = randomInt(40); steps > 0; steps--) {
    const who = randomInt(guests.length);
    script.push(anyStep(guests[who]!, who, { isGomoku, size }, randomInt));
  }
  return script;
}

interface Meeting {
  readonly isGomoku: boolean;
  readonly size: number;
}

function arrives(language: ProtocolLanguage, who: number, meeting: Meeting, randomInt: RandomInt): Step[] {
  const listener = listenerOf(language, meeting, randomInt);
  const said = language.opening({ ...meeting, name: plainName(randomInt) });
  const connect: Step = { kind: 'connect', who, listener, address: `127.0.0.${1 + randomInt(2)}` };
  const whole = said.slice(0, randomInt(5) === 0 ? randomInt(said.length + 1) : said.length);
  return [connect, ...whole.map((bytes): Step => ({ kind: 'say', who, bytes }))];
}

const listenerOf = (language: ProtocolLanguage, { size }: Meeting, randomInt: RandomInt): string =>
  language.listener?.(size, randomInt) ?? language.protocol;

function anyStep(language: ProtocolLanguage, who: number, meeting: Meeting, randomInt: RandomInt): Step {
  const choice = randomInt(100);
  if (choice < 78) return { kind: 'say', who, bytes: anyMessage(language.client, randomInt) };
  if (choice < 86) {
    const other = pick(randomInt, LANGUAGES).client;
    const bytes = mutateBytes(anyMessage(language.client, randomInt), anyMessage(other, randomInt), randomInt);
    return { kind: 'say', who, bytes };
  }
  if (choice < 90) return { kind: 'wait', milliseconds: pick(randomInt, WAITS) };
  if (choice < 92) return { kind: 'lose', who };
  if (choice < 94)
    return { kind: 'connect', who, listener: listenerOf(language, meeting, randomInt), address: '127.0.0.1' };
  if (choice < 98) return { kind: pick(randomInt, ['hold', 'release', 'release'] as const) };
  return pick(randomInt, [
    { kind: 'no room' },
    { kind: 'room' },
    { kind: 'stop game', game: 1 },
    { kind: 'send away', name: plainName(randomInt) },
    { kind: 'farewell' },
  ] as const);
}

function mutate(script: Script, other: Script, randomInt: RandomInt): Script {
  let mutant = [...script];
  for (let changes = 1 + randomInt(3); changes > 0; changes--) {
    const at = randomInt(mutant.length + 1);
    const step = mutant[at];
    const donor = other[randomInt(other.length)];
    switch (randomInt(8)) {
      case 0:
        mutant.splice(at, 1 + randomInt(3));
        break;
      case 1:
        if (donor !== undefined) mutant.splice(at, 0, donor);
        break;
      case 2:
        mutant = [...mutant.slice(0, at), ...other.slice(randomInt(other.length + 1))];
        break;
      case 3:
        if (step !== undefined) mutant.splice(randomInt(mutant.length), 0, step);
        break;
      case 4: {
        const language = pick(randomInt, LANGUAGES);
        mutant.splice(at, 0, anyStep(language, randomInt(GUESTS), { isGomoku: false, size: 5 }, randomInt));
        break;
      }
      default:
        if (step?.kind !== 'say') break;
        mutant[at] = {
          ...step,
          bytes: mutateBytes(step.bytes, donor?.kind === 'say' ? donor.bytes : step.bytes, randomInt),
        };
    }
  }
  return mutant.slice(0, MOST_STEPS);
}

/** What is said in a conversation that is written down. Its guests beyond the fourth come for earlier ones. */
function scriptOf({ statements }: ReturnType<typeof transcriptsOf>[number]): Script {
  const guests = new Map<string, number>();
  const whoIs = (name: string): number => guests.get(name) ?? 0;
  const script: Step[] = [];
  for (const statement of statements) {
    if (statement.kind === 'connect') {
      const { listener, address } = statement;
      guests.set(statement.who, guests.size % GUESTS);
      script.push({ kind: 'connect', who: whoIs(statement.who), listener: listener.replace('plain', 'nu6'), address });
    } else if (statement.kind === 'says') {
      script.push({ kind: 'say', who: whoIs(statement.who), bytes: statement.bytes });
    } else if (statement.kind === 'disconnects' || statement.kind === 'finishes') {
      script.push({ kind: 'lose', who: whoIs(statement.who) });
    } else if (statement.kind === 'wait') script.push({ kind: 'wait', milliseconds: statement.milliseconds });
  }
  return script.slice(0, MOST_STEPS);
}

// What must hold

/** A controller of GTP has its first move ready when the game begins: it comes before or after what the opponent has said meanwhile. */
const isReadyBefore = (step: Step): boolean => step.kind === 'connect' && step.listener.startsWith('gtp');

const sorted = (text = ''): string[] => text.split('\n').sort();

function run(script: Script, saw: ReportOutcome): void {
  const inAnyOrder = script.some(isReadyBefore);
  const whole = perform(script, Number.MAX_SAFE_INTEGER, saw);
  const inPieces = perform(script, 7, () => {});
  for (const [who, said] of whole.entries()) {
    const [cut, uncut] = [inPieces[who] ?? [], said].map((all) => Buffer.concat(all).toString('latin1'));
    assert.deepEqual(inAnyOrder ? sorted(cut) : cut, inAnyOrder ? sorted(uncut) : uncut, 'cut');
  }
}

/** `packet`: so many bytes arrive at a time. What everybody was told. */
function perform(script: Script, packet: number, saw: ReportOutcome): Buffer[][] {
  const told: Buffer[][] = Array.from({ length: GUESTS }, () => []);
  const checks: (MessageCheck | undefined)[] = [];
  const room = new Room(OPTIONS, (who, bytes) => {
    told[who]!.push(Buffer.from(bytes));
    checks[who]?.hear(bytes, saw);
  });
  for (const step of script) {
    switch (step.kind) {
      case 'connect':
        checks[step.who] = new MessageCheck(step.listener);
        room.connect(step.who, spoken(step.listener), step.address);
        break;
      case 'say':
        checks[step.who]?.heardSaying(step.bytes);
        for (let at = 0; at < step.bytes.length; at += packet) room.say(step.who, step.bytes.subarray(at, at + packet));
        break;
      case 'lose':
        room.lose(step.who);
        break;
      case 'wait':
        room.wait(step.milliseconds);
        break;
      case 'stop game':
        room.stopGame(step.game);
        break;
      case 'send away':
        room.sendAway(step.name);
        break;
      case 'no room':
      case 'room':
        room.restrict(step.kind === 'room' ? 'open' : 'endings-only');
        break;
      default:
        room[step.kind]();
    }
    for (const [who, check] of checks.entries()) if (!room.isOpen(who)) check?.letGo(saw);
  }
  room.checkEmpty();
  return told;
}

const listeners = new Map<string, ProtocolListener>();

function spoken(listener: string): ProtocolListener {
  const known = listeners.get(listener);
  if (known !== undefined) return known;
  const [name = '', query = ''] = listener.split('?');
  const protocol = serverNamed(name);
  assert(protocol !== undefined, listener);
  const open = protocol.configure(Object.fromEntries(new URLSearchParams(query)));
  assert(open.ok, open.ok ? '' : open.problem);
  const made = { protocol, open: open.value, listener };
  listeners.set(listener, made);
  return made;
}

/** Understands everything that a client of a protocol is told, and holds it to what can be said there. */
class MessageCheck {
  readonly #protocol: string;
  readonly #listener: string;
  readonly #sides: readonly CodecSide[];
  #first: number | undefined;
  #isLetGo = false;

  constructor(listener: string) {
    this.#listener = listener;
    this.#protocol = listener.split('?')[0] ?? '';
    this.#sides = LANGUAGES.filter(({ protocol }) => protocol === this.#protocol).map(({ server }) => server);
  }

  heardSaying(bytes: Uint8Array): void {
    this.#first ??= bytes[0];
  }

  /** Each write is one whole message, written as it is always written. */
  hear(bytes: Uint8Array, saw: ReportOutcome): void {
    if (this.#isLetGo) assert.fail(`told after the end: ${escaped(bytes)}`);
    for (const part of this.#sides[0]?.split?.(bytes) ?? [bytes]) {
      const messages = this.#sides.flatMap((side) => this.#whole(side, part));
      if (messages.length === 0) assert.fail(`${this.#listener} is told ${escaped(part)}`);
      saw(`${this.#protocol} speaks`);
      saw(`${this.#protocol} is told ${messages[0]?.kind}`);
    }
  }

  letGo(saw: ReportOutcome): void {
    if (!this.#isLetGo) saw(`${this.#protocol} is let go`);
    this.#isLetGo = true;
  }

  #whole(side: CodecSide, bytes: Uint8Array): AnyMessage[] {
    const read: ReadResult<ReadOutcome<AnyMessage>> = side.read(bytes);
    if (read.kind !== 'message' || read.length !== bytes.length || read.message.kind !== 'message') return [];
    const { message } = read.message;
    const isAsAlways = side.faithful(bytes, message) !== 'canonical' || Buffer.compare(side.make(message), bytes) === 0;
    return isAsAlways ? [message] : [];
  }
}
