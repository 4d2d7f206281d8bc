import { performance } from 'node:perf_hooks';
import type { Command, Seek } from '../../../src/lobby/command.ts';
import type { Decision } from '../../../src/lobby/decision.ts';
import { Lobby } from '../../../src/lobby/lobby.ts';
import type { PlayerId } from '../../../src/lobby/players/player.ts';
import { PROTOCOLS } from '../../../src/protocols/protocol-list.ts';
import { goWish } from '../../../test/support/lobby/go-seat.ts';
import { spreadOf } from '../compare-processor-time.ts';
import type { MeasuredValue } from '../section.ts';

const WAITING = 50_000;
const ROUNDS = 15;
const PAIRINGS = 400;
/** Microseconds. */
const LIMIT = 20;

type Wanted = Omit<Seek, 'kind'>;

/** No seek is taken before the measuring begins. */
class Crowd {
  readonly #lobby = new Lobby({ protocols: [], grace: 0, resume: 0, idle: 3_600_000 });
  #players = 0;

  wait(wanted: Wanted): PlayerId {
    const player = this.enter();
    this.#ask(player, { kind: 'seek', role: 'host', ...wanted });
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

  #ask(player: PlayerId, command: Command): Decision {
    return this.#lobby.step({ kind: 'command', player, command }, 0);
  }

  /** Milliseconds that it takes to pair a player who wants this. */
  pair(player: PlayerId, wanted: Wanted): number {
    const since = performance.now();
    const { answer } = this.#ask(player, { kind: 'seek', ...wanted });
    const taken = performance.now() - since;
    if (answer?.kind !== 'seated') throw new Error(`not paired: ${answer?.kind}`);
    return taken;
  }

  leave(...players: readonly PlayerId[]): void {
    for (const player of players) this.#lobby.step({ kind: 'lost', player }, 0);
  }
}

/** Microseconds a pairing, round by round, where those wait, and then a player who fits. */
function lastFits(waits: (index: number) => Wanted): number[] {
  const crowd = new Crowd();
  for (let index = 0; index < WAITING; index++) crowd.wait(waits(index));
  return Array.from({ length: ROUNDS + 1 }, () => {
    let milliseconds = 0;
    for (let pairing = 0; pairing < PAIRINGS; pairing++) {
      const host = crowd.wait({ parameters: goWish(19) });
      const guest = crowd.enter();
      milliseconds += crowd.pair(guest, { parameters: goWish(19), color: 'white' });
      crowd.leave(host, guest);
    }
    return (1_000 * milliseconds) / PAIRINGS;
  }).slice(1);
}

/** The same, where every player fits and the first is taken. */
function firstFits(): number[] {
  const crowd = new Crowd();
  const hosts = Array.from({ length: WAITING }, () => crowd.wait({ parameters: goWish(19) }));
  return Array.from({ length: ROUNDS + 1 }, () => {
    let milliseconds = 0;
    for (let pairing = 0; pairing < PAIRINGS; pairing++) {
      const guest = crowd.enter();
      milliseconds += crowd.pair(guest, { parameters: goWish(19) });
      crowd.leave(hosts.shift()!, guest);
    }
    return (1_000 * milliseconds) / PAIRINGS;
  }).slice(1);
}

const SIZES = 130;

export function pairingTime(say: (figure: MeasuredValue) => void): void {
  const cases: readonly (readonly [string, number[]])[] = [
    ['the first fits', firstFits()],
    [
      'the last fits, the others wait for somebody else',
      lastFits((index) => ({ parameters: goWish(19), opponent: `no${index}` })),
    ],
    ['the last fits, the others want the same colour', lastFits(() => ({ parameters: goWish(19), color: 'white' }))],
    [
      'boards, opponents and colours mixed',
      lastFits((index) => ({
        parameters: goWish(2 + (index % SIZES)),
        opponent: `no${index}`,
        ...(index % 3 === 0 ? { color: 'white' } : {}),
      })),
    ],
  ];
  for (const [name, microseconds] of cases) {
    say({
      what: `a pairing among 50,000 that wait: ${name}`,
      against: 'µs',
      value: spreadOf(microseconds),
      goal: { atMost: LIMIT },
    });
  }
}
