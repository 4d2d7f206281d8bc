import type { Dialect } from '../../../src/protocols/nedap/messages.ts';
import type { Color } from '../../../src/rules/color.ts';
import type { Score } from '../../../src/rules/go/ruleset.ts';
import { CgosClient } from '../clients/cgos.ts';
import { DaigoClient } from '../clients/daigo.ts';
import type { GoClient } from '../clients/go-client.ts';
import { IgsClient } from '../clients/igs.ts';
import { NedapClient } from '../clients/nedap.ts';
import { Nu6Client } from '../clients/nu6.ts';
import { RemasteredClient } from '../clients/remastered.ts';
import { WebClient } from '../clients/web.ts';

/** How a game of these tests ends. `score`: after two passes. `time`: most protocols report it as a resignation. */
export interface ExpectedEnding {
  readonly reason: 'score' | 'resigned' | 'left' | 'time';
  readonly winner: Color | 'draw';
  /** The areas on the board, komi included. */
  readonly score: Score;
  /** The text with which nedap reports that a player left because of an illegal move. */
  readonly kickedFor?: string;
}

/** A kind of Go client, for games on 9x9. */
export interface ClientKind {
  readonly protocol: 'remastered' | 'nu6' | 'daigo' | 'nedap' | 'cgos' | 'igs' | 'web';
  readonly listener: string;
  client(name: string): GoClient;
  /** Whether its clients have names. */
  readonly hasName: boolean;
  /** The komi if no player sets one; absent: 0. `always`: its seeks contain the komi as a value. */
  readonly komi?: { readonly points: number; readonly always?: true };
  /** The form in which it receives the name `guest-1`, if another. */
  readonly guestName?: string;
  /** Whether an illegal move loses the game. */
  readonly losesByIllegalMove?: true;
  /** Whether the clock of an absent player runs. */
  readonly clockRunsWhileAbsent?: true;
  /** Whether it has offers, such as a take-back, and answers to them. */
  readonly hasProposals?: true;
  /** Whether its goodbye resigns the game. */
  readonly leavesByResigning?: true;
  /** Whether its seeks exclude computer players, unless they ask for one. */
  readonly excludesComputers?: true;
  /** The text of an end, by the table in docs/protocols/README.md. `loser`: the client has resigned, left, or run out of time itself. */
  formatEnding(end: ExpectedEnding, color: Color, loser: boolean): string;
}

const points = ({ black, white }: Score, decimals: boolean): string =>
  decimals ? `${black.toFixed(1)} ${white.toFixed(1)}` : `${black} ${white}`;

function nedapEnd({ reason, winner, score, kickedFor }: ExpectedEnding, dialect: Dialect): string {
  const whole = { black: winner === 'black' ? 81 : 0, white: winner === 'white' ? 81 : 0 };
  const unknown = dialect === 'documented' ? whole : { black: -1, white: -1 };
  // The later dialect has whole numbers: white's points are rounded away from black's points.
  const white = winner === 'black' ? Math.floor(score.white) : Math.ceil(score.white);
  const counted = dialect === 'documented' ? score : { ...score, white };
  const end = `END ${points(reason === 'score' ? counted : unknown, dialect === 'documented')}`;
  const loser = winner === 'black' ? 'white' : 'black';
  if (reason === 'resigned' || reason === 'time') return `TABLEFLIPPED ${loser} / ${end}`;
  if (reason === 'score' || dialect === 'documented') return end;
  return kickedFor === undefined ? `TABLEFLIPPED ${loser} / ${end}` : `INVALID ${loser} ${kickedFor} / ${end}`;
}

function nu6End({ reason, winner, score }: ExpectedEnding): string {
  const word = winner === 'draw' ? 'DRAW' : winner.toUpperCase();
  const suffix = { score: '', resigned: '~SURRENDER', time: '~SURRENDER', left: '~DISCONNECT' }[reason];
  return `CORE.GAMEOVER~${word}~${score.black}~${score.white}${suffix}`;
}

function daigoEnd({ reason, winner }: ExpectedEnding, color: Color, loser: boolean): string {
  if (reason === 'score') return `RESULT ${winner === 'draw' ? 0 : winner === color ? 1 : -1}`;
  if (loser) return 'OK';
  return reason === 'left' ? 'DISCONNECT' : 'FORFEIT';
}

function cgosEnd({ reason, winner, score }: ExpectedEnding): string {
  const margin = Math.abs(score.black - score.white).toFixed(1);
  const words = { score: margin, resigned: 'Resign', left: 'Resign Opponent left', time: 'Time' }[reason];
  return `gameover 2000-01-01 ${winner === 'draw' ? 'Draw' : `${winner === 'black' ? 'B' : 'W'}+${words}`}`;
}

function igsEnd({ reason, winner, score }: ExpectedEnding): string {
  if (reason === 'score') return `W ${score.white.toFixed(1)} B ${score.black.toFixed(1)}`;
  const loser = winner === 'black' ? 'White' : 'Black';
  return `${loser} ${reason === 'resigned' ? 'resigns.' : 'forfeits on time.'}`;
}

export const KINDS: Readonly<Record<string, ClientKind>> = {
  remastered: {
    protocol: 'remastered',
    leavesByResigning: true,
    listener: 'remastered?size=9',
    hasName: false,
    client: () => new RemasteredClient({ size: 9 }),
    formatEnding: () => 'close',
  },
  'remastered in capitals, without acks': {
    protocol: 'remastered',
    leavesByResigning: true,
    listener: 'remastered?size=9&case=upper',
    hasName: false,
    client: () => new RemasteredClient({ size: 9, upperCase: true, acknowledges: false }),
    formatEnding: () => 'close',
  },
  nu6: {
    protocol: 'nu6',
    listener: 'nu6',
    hasName: true,
    client: (name) => new Nu6Client({ name }),
    formatEnding: nu6End,
  },
  'nu6 with chat': {
    protocol: 'nu6',
    listener: 'plain',
    hasName: true,
    client: (name) => new Nu6Client({ name, chats: true }),
    formatEnding: nu6End,
  },
  daigo: {
    protocol: 'daigo',
    komi: { points: 7, always: true },
    listener: 'daigo?size=9',
    hasName: true,
    client: (name) => new DaigoClient({ name, size: 9 }),
    formatEnding: daigoEnd,
  },
  nedap: {
    protocol: 'nedap',
    guestName: 'guest1',
    losesByIllegalMove: true,
    listener: 'nedap',
    hasName: true,
    client: (name) => new NedapClient({ name }),
    formatEnding: (end) => nedapEnd(end, 'documented'),
  },
  'nedap, later': {
    protocol: 'nedap',
    guestName: 'guest1',
    losesByIllegalMove: true,
    listener: 'plain',
    hasName: true,
    client: (name) => new NedapClient({ name, dialect: 'later' }),
    formatEnding: (end) => nedapEnd(end, 'later'),
  },
  cgos: {
    protocol: 'cgos',
    komi: { points: 7, always: true },
    losesByIllegalMove: true,
    clockRunsWhileAbsent: true,
    excludesComputers: true,
    listener: 'cgos',
    hasName: true,
    client: (name) => new CgosClient({ name }),
    formatEnding: cgosEnd,
  },
  igs: {
    protocol: 'igs',
    komi: { points: 6.5 },
    hasProposals: true,
    guestName: 'guest1',
    listener: 'igs',
    hasName: true,
    client: (name) => new IgsClient({ name, size: 9 }),
    formatEnding: igsEnd,
  },
  web: {
    protocol: 'web',
    komi: { points: 7.5 },
    hasProposals: true,
    excludesComputers: true,
    listener: 'web',
    hasName: true,
    client: (name) => new WebClient({ name }),
    formatEnding: ({ reason, winner, score }) =>
      `${reason === 'time' ? 'timed-out' : reason} ${winner} ${points(score, false)}`,
  },
};
