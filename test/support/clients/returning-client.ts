import { VERSIONS, type Version } from '../../../src/protocols/gomokurs/protocol-version.ts';
import { CgosClient } from './cgos.ts';
import { DaigoClient } from './daigo.ts';
import type { GoClient } from './go-client.ts';
import { GomokursClient } from './gomokurs.ts';
import { GtpControllerClient } from './gtp.ts';
import { IgsClient } from './igs.ts';
import { NedapClient } from './nedap.ts';
import { Nu6Client } from './nu6.ts';
import { RemasteredClient } from './remastered.ts';
import { WebClient } from './web.ts';

export type GameClient = GoClient | GomokursClient;

/** A player who disconnects and reconnects. Each connection has a new client, which knows what the client before it knew. */
export interface ReturningClient {
  readonly name: string;
  readonly protocol: 'remastered' | 'nu6' | 'daigo' | 'nedap' | 'gomokurs' | 'cgos' | 'gtp' | 'igs' | 'web';
  /** In the form of transcripts, such as `daigo?size=9`. */
  readonly listener: string;
  /** No other player has this address. */
  readonly address: string;
  readonly size: number;
  makeClient(before: GameClient | undefined): GameClient;
}

/** Properties of a protocol that tests of its clients depend on. */
interface Traits {
  /** A client may reconnect with its name, even if the server has not noticed the loss of its connection. */
  readonly hasNames?: true;
  /** The server sends passes, and sends all moves after a reconnect. */
  readonly seesPasses?: true;
  /** The server shows a board before there is an opponent. */
  readonly showsBoardEarly?: true;
  /** The server may read a part of a line as a line. */
  readonly acceptsPartialLines?: true;
}

export const TRAITS: Readonly<Record<ReturningClient['protocol'], Traits>> = {
  remastered: { showsBoardEarly: true },
  nu6: { hasNames: true, seesPasses: true },
  daigo: { hasNames: true },
  nedap: { hasNames: true, seesPasses: true },
  gomokurs: {},
  cgos: { hasNames: true, acceptsPartialLines: true },
  gtp: { seesPasses: true, showsBoardEarly: true },
  igs: { hasNames: true },
  web: { hasNames: true, seesPasses: true },
};

type Draft = Omit<ReturningClient, 'address'>;

/** `before`, if it is a client of the same protocol. */
const sameKind = <Kind extends GameClient>(
  kind: new (...args: never[]) => Kind,
  before: GameClient | undefined,
): { before?: Kind } => (before instanceof kind ? { before } : {});

const nu6 = (name: string, listener: string, size: number, chats: boolean): Draft => ({
  name,
  protocol: 'nu6',
  listener,
  size,
  makeClient: (before) => new Nu6Client({ name, chats, returns: before !== undefined }),
});

const nedap = (name: string, listener: string, size: number, dialect: 'documented' | 'later'): Draft => ({
  name,
  protocol: 'nedap',
  listener,
  size,
  makeClient: (before) => new NedapClient({ name, dialect, returns: before !== undefined }),
});

const daigo = (name: string, listener: string, size: number): Draft => ({
  name,
  protocol: 'daigo',
  listener,
  size,
  makeClient: (before) => new DaigoClient({ name, size, ...sameKind(DaigoClient, before) }),
});

type RemasteredOptions = Omit<ConstructorParameters<typeof RemasteredClient>[0], 'size' | 'before'>;

const remastered = (name: string, listener: string, options: RemasteredOptions = {}): Draft => ({
  name,
  protocol: 'remastered',
  listener,
  size: 9,
  makeClient: (before) => new RemasteredClient({ size: 9, ...options, ...sameKind(RemasteredClient, before) }),
});

const web = (name: string, size: number, options: Omit<ConstructorParameters<typeof WebClient>[0], 'name'>): Draft => ({
  name,
  protocol: 'web',
  listener: 'web',
  size,
  makeClient: () => new WebClient({ name, ...options }),
});

const cgos = (name: string, listener: string, size: number): Draft => ({
  name,
  protocol: 'cgos',
  listener,
  size,
  makeClient: (before) => new CgosClient({ name, returns: before !== undefined, awaitsConfirmation: true }),
});

/** Plays white, so that it does not move before a game has started. */
const gtp = (name: string, size: number, handicap = 0): Draft => ({
  name,
  protocol: 'gtp',
  listener: 'gtp?as=engine',
  size,
  makeClient: (before) => new GtpControllerClient('white', sameKind(GtpControllerClient, before).before, handicap),
});

const igs = (name: string, size: number): Draft => ({
  name,
  protocol: 'igs',
  listener: 'igs',
  size,
  makeClient: (before) => new IgsClient({ name, size, returns: before !== undefined, marks: true }),
});

const gomokurs = (name: string, size: number, version: Version, about: boolean): Draft => ({
  name,
  protocol: 'gomokurs',
  listener: `gomokurs?size=${size}&turn=40&match=4000${about ? '&about=1' : ''}`,
  size,
  makeClient: (before) => new GomokursClient({ version, size, returns: before !== undefined, ...(about && { name }) }),
});

/**
 * Clients of all protocols and dialects, on few board sizes, so that each can meet each other. The list contains each client `copies` times.
 * Each copy has its own name and its own address, by which the journal identifies it.
 */
export const clientsOfAllProtocols = (copies = 1): ReturningClient[] =>
  Array.from({ length: copies }, (_, copy) =>
    oneClientOfEachKind(copy).map((draft, index) => ({ ...draft, address: `127.0.${copy + 1}.${index + 1}` })),
  ).flat();

/** The suffix of a copy's name: letters, which names of all protocols may contain. Empty for the first copy. */
const suffix = (copy: number): string =>
  copy === 0 ? '' : `x${String.fromCharCode(97 + Math.floor(copy / 26), 97 + (copy % 26))}`;

function oneClientOfEachKind(copy: number): Draft[] {
  const more = suffix(copy);
  return [
    ...['plain', 'nu6'].flatMap((listener, index) => [
      nu6(`Anna ${index}${more}`, listener, 9, true),
      nu6(`bert-${index}${more}`, listener, 9, false),
      nu6(`Çelik_${index}!${more}`, listener, 5, true),
      nu6(`dora${index}${more}`, listener, 5, true),
    ]),
    ...['plain', 'nedap'].flatMap((listener, index) => [
      nedap(`emma${index}${more}`, listener, 9, 'documented'),
      nedap(`frits${index}${more}`, listener, 9, 'later'),
      nedap(`geert${index}${more}`, listener, 5, 'documented'),
      nedap(`dora${index}${more}`, listener, 5, 'later'),
    ]),
    daigo(`Hanna${more}`, 'plain', 9),
    daigo(`Ivo${more}`, 'daigo?size=9', 9),
    daigo(`anna-0${more}`, 'daigo?size=9', 9),
    daigo(`Kim${more}`, 'daigo?size=5', 5),
    daigo(`Łódź${more}`, 'daigo?size=5', 5),
    remastered('r1', 'remastered?size=9'),
    remastered('r2', 'remastered?size=9'),
    remastered('r3', 'remastered?size=9&case=upper', { upperCase: true }),
    remastered('r4', 'remastered?size=9&case=upper', { upperCase: true, acknowledges: false }),
    remastered('r5', 'remastered?size=9&seats=80', { acknowledges: false }),
    // A listener for local games accepts one client. Each copy has its own listener: repeated options have no effect.
    remastered('r6', `remastered?mode=local${'&size=9'.repeat(copy + 1)}`, { mode: 'local' }),
    cgos(`Carl${more}`, 'cgos?size=9', 9),
    cgos(`Cora${more}`, 'cgos?size=9', 9),
    cgos(`Cees${more}`, 'cgos?size=5&time=60', 5),
    gtp('c1', 9),
    gtp('c2', 5),
    igs(`Inge${more}`, 9),
    igs(`Isa${more}`, 9),
    igs(`dora${more}`, 5),
    igs(`Iris${more}`, 5),
    // Games with a clock, against every protocol. The opponent's clock runs only if its protocol can show it.
    web(`Lucy${more}`, 9, {
      marking: true,
      board: { komi: 7.5, time: { kind: 'byo-yomi', main: 20_000, period: 5_000, periods: 2 } },
    }),
    web(`天元${more}`, 5, { marking: true, board: { time: { kind: 'fischer', main: 30_000, increment: 2_000 } } }),
    // No other client plays Go on this size, so these three meet each other.
    web(`mina 👋${more}`, 7, { marking: true }),
    web(`Anna-1${more}`, 7, { board: { komi: 0.5 }, color: 'white' }),
    web(`otto${more}`, 7, {
      marking: true,
      color: 'black',
      board: { time: { kind: 'canadian', main: 10_000, period: 20_000, stones: 3 } },
    }),
    // A small board, so that games reach two passes and the marking of dead stones.
    web(`mark${more}`, 3, { marking: true }),
    web(`dood${more}`, 3, { marking: true, board: { komi: 0.5 } }),
    igs(`Marc${more}`, 3),
    // A size of their own, with handicap stones that black places.
    gtp('c3', 8, 2),
    web(`frea${more}`, 8, { board: { handicap: 2, placement: 'free' } }),
    web(`free${more}`, 8, { marking: true, board: { handicap: 2, placement: 'free' } }),
    ...VERSIONS.flatMap((version) => [
      gomokurs('g1', 7, version, false),
      gomokurs('g2', 7, version, false),
      gomokurs('g3', 5, version, false),
      gomokurs(`Gomo ~ku${more}`, 7, version, true),
    ]),
  ];
}
