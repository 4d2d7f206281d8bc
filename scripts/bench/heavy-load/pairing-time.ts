import { performance } from 'node:perf_hooks';
import type { Command, Seek } from '../../../src/lobby/command.ts';
import type { Decision } from '../../../src/lobby/decision.ts';
import { Lobby } from '../../../src/lobby/lobby.ts';
import type { PlayerId } from '../../../src/lobby/players/player.ts';
import { PROTOCOLS } from '../../../src/protocols/protocol-list.ts';
import { goParameters } from '../../../test/support/lobby/go-seat.ts';
import { spreadOf } from '../compare-processor-time.ts';
import type { MeasuredValue } from '../section.ts';

const WAITING_SEEKS = 50_000;
const ROUNDS = 15;
const PAIRINGS = 400;
const GOAL_MICROSECONDS = 20;

type SeekTerms = Omit<Seek, 'kind'>;

/** A lobby with waiting seeks. */
class FilledLobby {
  readonly #lobby = new Lobby({ protocols: [], grace: 0, resume: 0, idle: 3_600_000 });
  #players = 0;

  addSeek(terms: SeekTerms): PlayerId {
    const player = this.enter();
    this.#step(player, { kind: 'seek', role: 'host', ...terms });
    return player;
  }

  enter(): PlayerId {
    const protocol = PROTOCOLS[this.#players % PROTOCOLS.length]!.name;
    const client = { protocol, listener: 'plain', address: '127.0.0.1' };
    const player = ++this.#players;
    const command = { kind: 'enter', name: `player${player}` } as const;
    this.#lobby.step({ kind: 'command', player, client, command }, 0);
    return player;
  }

  #step(player: PlayerId, command: Command): Decision {
    return this.#lobby.step({ kind: 'command', player, command }, 0);
  }

  /** Pairs a player with a waiting seek. Returns the milliseconds that the pairing took. */
  pair(player: PlayerId, terms: SeekTerms): number {
    const start = performance.now();
    const { answer } = this.#step(player, { kind: 'seek', ...terms });
    const milliseconds = performance.now() - start;
    if (answer?.kind !== 'seated') throw new Error(`not paired: ${answer?.kind}`);
    return milliseconds;
  }

  leave(...players: readonly PlayerId[]): void {
    for (const player of players) this.#lobby.step({ kind: 'lost', player }, 0);
  }
}

/** Microseconds per pairing in each round. Only the last seek fits: the seeks before it have the terms of `waitingTerms`. */
function timePairingsWithLast(waitingTerms: (index: number) => SeekTerms): number[] {
  const lobby = new FilledLobby();
  for (let index = 0; index < WAITING_SEEKS; index++) lobby.addSeek(waitingTerms(index));
  return Array.from({ length: ROUNDS + 1 }, () => {
    let milliseconds = 0;
    for (let pairing = 0; pairing < PAIRINGS; pairing++) {
      const host = lobby.addSeek({ parameters: goParameters(19) });
      const guest = lobby.enter();
      milliseconds += lobby.pair(guest, { parameters: goParameters(19), color: 'white' });
      lobby.leave(host, guest);
    }
    return (1_000 * milliseconds) / PAIRINGS;
  }).slice(1);
}

/** Microseconds per pairing in each round. Every seek fits, so the first one is taken. */
function timePairingsWithFirst(): number[] {
  const lobby = new FilledLobby();
  const hosts = Array.from({ length: WAITING_SEEKS }, () => lobby.addSeek({ parameters: goParameters(19) }));
  return Array.from({ length: ROUNDS + 1 }, () => {
    let milliseconds = 0;
    for (let pairing = 0; pairing < PAIRINGS; pairing++) {
      const guest = lobby.enter();
      milliseconds += lobby.pair(guest, { parameters: goParameters(19) });
      lobby.leave(hosts.shift()!, guest);
    }
    return (1_000 * milliseconds) / PAIRINGS;
  }).slice(1);
}

const SIZES = 130;

export function pairingTime(report: (figure: MeasuredValue) => void): void {
  const cases: readonly (readonly [string, number[]])[] = [
    ['the first seek fits', timePairingsWithFirst()],
    [
      'only the last seek fits, the others name another opponent',
      timePairingsWithLast((index) => ({ parameters: goParameters(19), opponent: `no${index}` })),
    ],
    [
      'only the last seek fits, the others want the same colour',
      timePairingsWithLast(() => ({ parameters: goParameters(19), color: 'white' })),
    ],
    [
      'boards, opponents and colours mixed',
      timePairingsWithLast((index) => ({
        parameters: goParameters(2 + (index % SIZES)),
        opponent: `no${index}`,
        ...(index % 3 === 0 ? { color: 'white' } : {}),
      })),
    ],
  ];
  for (const [name, microseconds] of cases) {
    report({
      what: `a pairing among 50,000 waiting seeks: ${name}`,
      against: 'µs',
      value: spreadOf(microseconds),
      goal: { atMost: GOAL_MICROSECONDS },
    });
  }
}
