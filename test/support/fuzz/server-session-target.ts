import assert from 'node:assert/strict';
import type { ReadResult } from '../../../src/protocols/bytes.ts';
import { PROTOCOLS } from '../../../src/protocols/protocol-list.ts';
import { escaped } from '../../../src/tap/transcript-statement.ts';
import { pick, type RandomInt } from '../clients/random.ts';
import { serverNamed } from '../protocols/loaded-protocols.ts';
import { mutateBytes, simplifyBytes } from './byte-mutations.ts';
import type { AnyMessage, CodecSide, ReadOutcome } from './codec-side.ts';
import { anyMessage } from './codec-target.ts';
import type { ReportOutcome, Target } from './fuzz-target.ts';
import { plainName } from './hostile-text.ts';
import { InMemoryHub, type ProtocolListener } from './in-memory-hub.ts';
import type { ProtocolLanguage } from './protocol-language.ts';
import { LANGUAGES } from './protocol-language-list.ts';
import { transcriptsOf } from './transcript-messages.ts';

/** One step of a test of server sessions. `client`: the index of a client. */
type Step =
  | { readonly kind: 'connect'; readonly client: number; readonly listener: string; readonly address: string }
  | { readonly kind: 'send'; readonly client: number; readonly bytes: Uint8Array }
  | { readonly kind: 'disconnect'; readonly client: number }
  | { readonly kind: 'wait'; readonly milliseconds: number }
  | { readonly kind: 'hold' | 'release' | 'no room' | 'room' | 'farewell' }
  | { readonly kind: 'stop game'; readonly game: number }
  | { readonly kind: 'kick'; readonly name: string };

type Script = readonly Step[];

const MAX_STEPS = 120;
const CLIENTS = 4;
const WAITS = [0, 1, 10, 1000, 10_000, 31_000, 200_000, 4_000_000] as const;
const OPTIONS = { protocols: PROTOCOLS, grace: 30_000, resume: 120_000, idle: 3_600_000 };

/** Fuzzes server sessions: several clients share one lobby, and at least one of them uses this language. Notices may be held back. */
export function serverSessionTarget(language: ProtocolLanguage): Target<Script> {
  const { name, protocol } = language;
  return {
    name: `${name} session`,
    expectedOutcomes: [`${protocol} sends`, `${protocol} closes`],
    seeds: transcriptsOf(protocol).map(scriptOf),
    generate: (randomInt) => anyScript(language, randomInt),
    mutate,
    run,
    *simplerInputs(script) {
      for (let piece = script.length; piece >= 1; piece = Math.floor(piece / 2)) {
        for (let start = 0; start < script.length; start += piece) yield script.toSpliced(start, piece);
      }
      for (const [at, step] of script.entries()) {
        if (step.kind !== 'send') continue;
        for (const bytes of simplifyBytes(step.bytes)) yield script.with(at, { ...step, bytes });
      }
    },
    show: (script) => script.map(formatStep).join('\n  '),
    count: (script) => script.reduce((count, { kind }) => count + (kind === 'send' ? 1 : 0), 0),
  };
}

const NAMES = ['anne', 'bert', 'cleo', 'dirk'];

/** A step in the form of transcripts, if they have one. */
function formatStep(step: Step): string {
  switch (step.kind) {
    case 'connect':
      return `connect ${NAMES[step.client]}: ${step.listener} from ${step.address}`;
    case 'send':
      return `${NAMES[step.client]} raw: ${escaped(step.bytes)}`;
    case 'disconnect':
      return `${NAMES[step.client]} disconnects`;
    case 'wait':
      return `wait ${step.milliseconds / 1000} s`;
    case 'stop game':
      return `stop game ${step.game}`;
    case 'kick':
      return `kick ${step.name}`;
    default:
      return step.kind;
  }
}

// Scripts

function anyScript(language: ProtocolLanguage, randomInt: RandomInt): Script {
  const isGomoku = language.protocol === 'gomokurs' || (language.protocol === 'web' && randomInt(3) === 0);
  const size = isGomoku || (language.protocol !== 'remastered' && randomInt(4) > 0) ? 5 : 9;
  const languages = LANGUAGES.filter(({ protocol }) => protocol === 'web' || (protocol === 'gomokurs') === isGomoku);
  const clients = Array.from({ length: 2 + randomInt(2) }, (_, client) =>
    client === 0 ? language : pick(randomInt, languages),
  );
  const script: Step[] = clients.flatMap((each, client) => arrivalSteps(each, client, { isGomoku, size }, randomInt));
  for (let steps = randomInt(40); steps > 0; steps--) {
    const client = randomInt(clients.length);
    script.push(anyStep(clients[client]!, client, { isGomoku, size }, randomInt));
  }
  return script;
}

interface BoardKind {
  readonly isGomoku: boolean;
  readonly size: number;
}

function arrivalSteps(language: ProtocolLanguage, client: number, board: BoardKind, randomInt: RandomInt): Step[] {
  const listener = listenerOf(language, board, randomInt);
  const messages = language.opening({ ...board, name: plainName(randomInt) });
  const connect: Step = { kind: 'connect', client, listener, address: `127.0.0.${1 + randomInt(2)}` };
  const sent = messages.slice(0, randomInt(5) === 0 ? randomInt(messages.length + 1) : messages.length);
  return [connect, ...sent.map((bytes): Step => ({ kind: 'send', client, bytes }))];
}

const listenerOf = (language: ProtocolLanguage, { size }: BoardKind, randomInt: RandomInt): string =>
  language.listener?.(size, randomInt) ?? language.protocol;

function anyStep(language: ProtocolLanguage, client: number, board: BoardKind, randomInt: RandomInt): Step {
  const choice = randomInt(100);
  if (choice < 78) return { kind: 'send', client, bytes: anyMessage(language.client, randomInt) };
  if (choice < 86) {
    const other = pick(randomInt, LANGUAGES).client;
    const bytes = mutateBytes(anyMessage(language.client, randomInt), anyMessage(other, randomInt), randomInt);
    return { kind: 'send', client, bytes };
  }
  if (choice < 90) return { kind: 'wait', milliseconds: pick(randomInt, WAITS) };
  if (choice < 92) return { kind: 'disconnect', client };
  if (choice < 94)
    return { kind: 'connect', client, listener: listenerOf(language, board, randomInt), address: '127.0.0.1' };
  if (choice < 98) return { kind: pick(randomInt, ['hold', 'release', 'release'] as const) };
  return pick(randomInt, [
    { kind: 'no room' },
    { kind: 'room' },
    { kind: 'stop game', game: 1 },
    { kind: 'kick', name: plainName(randomInt) },
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
        mutant.splice(at, 0, anyStep(language, randomInt(CLIENTS), { isGomoku: false, size: 5 }, randomInt));
        break;
      }
      default:
        if (step?.kind !== 'send') break;
        mutant[at] = {
          ...step,
          bytes: mutateBytes(step.bytes, donor?.kind === 'send' ? donor.bytes : step.bytes, randomInt),
        };
    }
  }
  return mutant.slice(0, MAX_STEPS);
}

/** The steps of a transcript. A fifth client replaces the first, and so on. */
function scriptOf({ statements }: ReturnType<typeof transcriptsOf>[number]): Script {
  const indices = new Map<string, number>();
  const indexOf = (name: string): number => indices.get(name) ?? 0;
  const script: Step[] = [];
  for (const statement of statements) {
    if (statement.kind === 'connect') {
      const { listener, address } = statement;
      indices.set(statement.who, indices.size % CLIENTS);
      script.push({
        kind: 'connect',
        client: indexOf(statement.who),
        listener: listener.replace('plain', 'nu6'),
        address,
      });
    } else if (statement.kind === 'sends') {
      script.push({ kind: 'send', client: indexOf(statement.who), bytes: statement.bytes });
    } else if (statement.kind === 'disconnects' || statement.kind === 'finishes') {
      script.push({ kind: 'disconnect', client: indexOf(statement.who) });
    } else if (statement.kind === 'wait') script.push({ kind: 'wait', milliseconds: statement.milliseconds });
  }
  return script.slice(0, MAX_STEPS);
}

// Checks

/** A GTP controller sends its first move before the game starts. Its order relative to the opponent's messages depends on the packets. */
const mayMoveEarly = (step: Step): boolean => step.kind === 'connect' && step.listener.startsWith('gtp');

const sorted = (text = ''): string[] => text.split('\n').sort();

function run(script: Script, report: ReportOutcome): void {
  const inAnyOrder = script.some(mayMoveEarly);
  const whole = perform(script, Number.MAX_SAFE_INTEGER, report);
  const inPieces = perform(script, 7, () => {});
  for (const [client, received] of whole.entries()) {
    const [cut, uncut] = [inPieces[client] ?? [], received].map((all) => Buffer.concat(all).toString('latin1'));
    assert.deepEqual(
      inAnyOrder ? sorted(cut) : cut,
      inAnyOrder ? sorted(uncut) : uncut,
      'the result depends on how the bytes are split',
    );
  }
}

/** Runs a script, with packets of at most `packet` bytes. Returns the writes to each client. */
function perform(script: Script, packet: number, report: ReportOutcome): Buffer[][] {
  const writes: Buffer[][] = Array.from({ length: CLIENTS }, () => []);
  const checks: (MessageCheck | undefined)[] = [];
  const hub = new InMemoryHub(OPTIONS, (client, bytes) => {
    writes[client]!.push(Buffer.from(bytes));
    checks[client]?.checkWrite(bytes, report);
  });
  for (const step of script) {
    switch (step.kind) {
      case 'connect':
        checks[step.client] = new MessageCheck(step.listener);
        hub.connect(step.client, openListener(step.listener), step.address);
        break;
      case 'send':
        for (let at = 0; at < step.bytes.length; at += packet)
          hub.receive(step.client, step.bytes.subarray(at, at + packet));
        break;
      case 'disconnect':
        hub.disconnect(step.client);
        break;
      case 'wait':
        hub.wait(step.milliseconds);
        break;
      case 'stop game':
        hub.stopGame(step.game);
        break;
      case 'kick':
        hub.kick(step.name);
        break;
      case 'no room':
      case 'room':
        hub.restrict(step.kind === 'room' ? 'open' : 'endings-only');
        break;
      default:
        hub[step.kind]();
    }
    for (const [client, check] of checks.entries()) if (!hub.isOpen(client)) check?.markClosed(report);
  }
  hub.checkEmpty();
  return writes;
}

const listeners = new Map<string, ProtocolListener>();

function openListener(listener: string): ProtocolListener {
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

/** Checks all bytes that the server sends to one client. */
class MessageCheck {
  readonly #protocol: string;
  readonly #listener: string;
  readonly #sides: readonly CodecSide[];
  #isClosed = false;

  constructor(listener: string) {
    this.#listener = listener;
    this.#protocol = listener.split('?')[0] ?? '';
    this.#sides = LANGUAGES.filter(({ protocol }) => protocol === this.#protocol).map(({ server }) => server);
  }

  /** Asserts that a write is one complete message in its canonical form. */
  checkWrite(bytes: Uint8Array, report: ReportOutcome): void {
    if (this.#isClosed) assert.fail(`bytes after the close: ${escaped(bytes)}`);
    for (const part of this.#sides[0]?.split?.(bytes) ?? [bytes]) {
      const messages = this.#sides.flatMap((side) => this.#readWhole(side, part));
      if (messages.length === 0) assert.fail(`${this.#listener} sends ${escaped(part)}`);
      report(`${this.#protocol} sends`);
      report(`${this.#protocol} sends ${messages[0]?.kind}`);
    }
  }

  markClosed(report: ReportOutcome): void {
    if (!this.#isClosed) report(`${this.#protocol} closes`);
    this.#isClosed = true;
  }

  #readWhole(side: CodecSide, bytes: Uint8Array): AnyMessage[] {
    const read: ReadResult<ReadOutcome<AnyMessage>> = side.read(bytes);
    if (read.kind !== 'message' || read.length !== bytes.length || read.message.kind !== 'message') return [];
    const { message } = read.message;
    const isCanonical =
      side.roundTrip(bytes, message) !== 'canonical' || Buffer.compare(side.make(message), bytes) === 0;
    return isCanonical ? [message] : [];
  }
}
