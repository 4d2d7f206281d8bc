import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { goParameters } from '../../../test/support/lobby/go-seat.ts';
import { COLORS } from '../../rules/color.ts';
import type { Seek } from '../command.ts';
import { DirectoryPublisher } from '../directory/directory-publisher.ts';
import { areCompatible, type GameParameters } from '../game-parameters.ts';
import { NameReservations } from '../players/name-reservations.ts';
import { Names } from '../players/names.ts';
import type { Player } from '../players/player.ts';
import { newSequenceNumbers } from '../sequence-numbers.ts';
import { ServiceModeControl } from '../service-mode.ts';
import type { WaitingPlayer } from './seek-queue.ts';
import { isWaiting } from './seek-queue.ts';
import { Seeks } from './seeks.ts';

const PARAMETERS: readonly GameParameters[] = [
  goParameters(9),
  { ...goParameters(9), komi: 6, fixedKomi: true },
  { ...goParameters(9), komi: 7, fixedKomi: true },
  goParameters(19),
  { game: 'gomoku', size: 9, rule: 'renju' },
  { game: 'gomoku', size: 9, rule: 'caro' },
];

/** In nedap, the first three names have aliases, and two of the aliases have numbers. */
const NAMES = ['Al-ice', 'AL~ICE', 'Bob!', 'bob', 'carol', '天元'];
const OPPONENT_NAMES = [...NAMES, 'alice', 'alice2', 'bob2', 'player', 'nobody'];

const NEDAP = { name: 'nedap', carryName: (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '') || 'player' };

const seek: fc.Arbitrary<Seek> = fc.record(
  {
    kind: fc.constant('seek'),
    parameters: fc.constantFrom(...PARAMETERS),
    opponent: fc.constantFrom(...OPPONENT_NAMES),
    color: fc.constantFrom(...COLORS),
    hostColor: fc.constantFrom(...COLORS),
  },
  { requiredKeys: ['kind', 'parameters'] },
);

/** The seeks under test, and a simple model of them: the waiting players in the order of their waiting times. */
class ModeledSeeks {
  readonly names = new Names(new NameReservations(), [NEDAP], newSequenceNumbers());
  readonly seeks = new Seeks({
    mode: new ServiceModeControl(),
    names: this.names,
    directory: new DirectoryPublisher(this.names),
    numbers: newSequenceNumbers(),
  });
  readonly players: readonly Player[];
  #waiting: Player[] = [];

  constructor(protocols: readonly string[]) {
    this.players = NAMES.map((name, id) => {
      const protocol = protocols[id % protocols.length] ?? 'nu6';
      const profile = { protocol, listener: 'plain', address: 'home' };
      const states = {
        seek: undefined,
        computer: undefined,
        seatOf: undefined,
        serves: undefined,
        seat: undefined,
        reservedSeat: undefined,
      };
      const player: Player = {
        ...{
          id,
          order: id,
          namedOrder: id,
          canPropose: false,
          isTimed: false,
          canMark: false,
          profile,
          name,
          guest: false,
          receivesChat: false,
          receivesArrivals: false,
          isClosed: false,
          waitingSince: 0,
          waitingOrder: 0,
          lastReceivedAt: 0,
          awayUntil: undefined,
        },
        ...states,
      };
      this.names.assign(name, { player });
      return player;
    });
    for (const protocol of protocols) this.names.addProtocol(protocol);
  }

  add(player: Player, ownSeek: Seek): void {
    this.seeks.add(player, ownSeek, 0);
    this.#waiting = [...this.#waiting.filter((other) => other !== player), player];
  }

  remove(player: Player): void {
    this.seeks.remove(player);
    this.#waiting = this.#waiting.filter((other) => other !== player);
  }

  /** Examines every waiting player. */
  openTo(player: Player, parameters: GameParameters): WaitingPlayer[] {
    return this.#waiting.filter(isWaiting).filter(({ seek: { parameters: other, opponent } }) => {
      if (!areCompatible(other, parameters)) return false;
      return opponent === undefined || this.names.means(opponent, player.name ?? '');
    });
  }

  firstFor(player: Player, { parameters, color, opponent }: Seek): WaitingPlayer | undefined {
    return this.openTo(player, parameters).find((host) => {
      const promised = host.seek.color ?? host.seek.hostColor;
      const isMeant = opponent === undefined || this.names.means(opponent, host.name);
      return host !== player && isMeant && (color === undefined || color !== promised);
    });
  }
}

const step = fc.record({
  who: fc.nat(NAMES.length - 1),
  seek,
  action: fc.constantFrom('add', 'add', 'add', 'remove', 'read'),
});

describe('seeks', () => {
  // Design, 3: first come, first served.
  test('a new seek is paired with the longest waiting player that fits', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('nu6', 'nedap'), { minLength: 1, maxLength: 6 }),
        fc.array(step, { maxLength: 60 }),
        (protocols, steps) => {
          const model = new ModeledSeeks(protocols);
          for (const { who, action, seek: ownSeek } of steps) {
            const player = model.players[who]!;
            if (action === 'add') model.add(player, ownSeek);
            else if (action === 'remove') model.remove(player);
            assert.deepEqual(
              namesOf(model.seeks.openTo(player, { parameters: ownSeek.parameters })),
              namesOf(model.openTo(player, ownSeek.parameters)),
            );
            assert.equal(model.seeks.firstFor(player, ownSeek)?.name, model.firstFor(player, ownSeek)?.name);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test('seeks that cannot fit are not examined', () => {
    const model = new ModeledSeeks(['nu6']);
    const [guest, ...hosts] = model.players;
    assert.ok(guest !== undefined);
    for (const host of hosts)
      model.add(host, { kind: 'seek', parameters: goParameters(9), opponent: 'nobody', color: 'black' });
    model.add(hosts[0]!, { kind: 'seek', parameters: goParameters(9), color: 'white' });
    model.add(hosts[1]!, { kind: 'seek', parameters: goParameters(19) });
    model.seeks.takeExamined();
    assert.equal(model.seeks.firstFor(guest, { kind: 'seek', parameters: goParameters(9), color: 'white' }), undefined);
    assert.equal(model.seeks.takeExamined(), 0);
    assert.equal(model.seeks.firstFor(guest, { kind: 'seek', parameters: goParameters(9) }), hosts[0]);
    assert.equal(model.seeks.takeExamined(), 1);
  });
});

const namesOf = (hosts: Iterable<WaitingPlayer>): string[] => [...hosts].map(({ name }) => name);
