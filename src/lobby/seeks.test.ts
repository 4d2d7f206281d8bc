import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { goWish } from '../../test/lobby/go-seat.ts';
import { COLORS } from '../rules/color.ts';
import type { Seek } from './command.ts';
import { Names } from './names.ts';
import { Observers } from './observers.ts';
import type { Player, Profile } from './player.ts';
import type { Waiting } from './queue.ts';
import { Reservations } from './reservations.ts';
import { isWaiting, Seeks } from './seeks.ts';
import { meets, type Wish } from './wish.ts';

const WISHES: readonly Wish[] = [
  goWish(9),
  goWish(19),
  { game: 'gomoku', size: 9, rule: 'renju' },
  { game: 'gomoku', size: 9, rule: 'caro' },
];

/** To nedap the first three are aliases, and two of them numbered; somebody may have guessed them. */
const NAMES = ['Al-ice', 'AL~ICE', 'Bob!', 'bob', 'carol', '天元'];
const CALLED = [...NAMES, 'alice', 'alice2', 'bob2', 'player', 'nobody'];

const carryNames: Readonly<Record<string, Profile['carryName']>> = {
  nu6: (name) => name,
  nedap: (name) => name.toLowerCase().replace(/[^a-z0-9]/g, '') || 'player',
};

const seek: fc.Arbitrary<Seek> = fc.record(
  {
    kind: fc.constant('seek'),
    wish: fc.constantFrom(...WISHES),
    opponent: fc.constantFrom(...CALLED),
    color: fc.constantFrom(...COLORS),
    waitsAs: fc.constantFrom(...COLORS),
  },
  { requiredKeys: ['kind', 'wish'] },
);

/** A few who wait, and everybody in the order of waiting, as the rules of meeting have it. */
class Room {
  readonly names = new Names(new Reservations());
  readonly seeks = new Seeks(this.names, new Observers(this.names));
  readonly players: readonly Player[];
  #waiting: Player[] = [];

  constructor(protocols: readonly string[]) {
    this.players = NAMES.map((name, id) => {
      const protocol = protocols[id % protocols.length] ?? 'nu6';
      const profile = { protocol, listener: 'plain', address: 'home', carryName: carryNames[protocol]! };
      const states = { seek: undefined, attends: undefined, seat: undefined, hold: undefined };
      const player: Player = {
        ...{ id, profile, name, guest: false, chats: false, greets: false, waitsSince: 0, place: 0, lastHeard: 0 },
        ...states,
      };
      this.names.give(name, { player });
      return player;
    });
  }

  waits(player: Player, wanted: Seek): void {
    this.seeks.add(player, wanted, 0);
    this.#waiting = [...this.#waiting.filter((other) => other !== player), player];
  }

  goes(player: Player): void {
    this.seeks.remove(player);
    this.#waiting = this.#waiting.filter((other) => other !== player);
  }

  /** Everybody is looked at in turn. */
  openTo(player: Player, wish: Wish): Waiting[] {
    return this.#waiting.filter(isWaiting).filter(({ profile, seek: { wish: other, opponent } }) => {
      if (!meets(other, wish)) return false;
      return opponent === undefined || this.names.means(profile, opponent, player.name ?? '');
    });
  }

  firstFor(player: Player, { wish, color, opponent }: Seek): Waiting | undefined {
    return this.openTo(player, wish).find((host) => {
      const promised = host.seek.color ?? host.seek.waitsAs;
      const isMeant = opponent === undefined || this.names.means(player.profile, opponent, host.name);
      return host !== player && isMeant && (color === undefined || color !== promised);
    });
  }
}

const step = fc.record({
  who: fc.nat(NAMES.length - 1),
  seek,
  does: fc.constantFrom('wait', 'wait', 'wait', 'go', 'ask'),
});

describe('among those that wait', () => {
  // Design, 3: first come, first served.
  test('whoever comes meets the one who has waited the longest of all that it may meet', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('nu6', 'nedap'), { minLength: 1, maxLength: 6 }),
        fc.array(step, { maxLength: 60 }),
        (protocols, steps) => {
          const room = new Room(protocols);
          for (const { who, does, seek: wanted } of steps) {
            const player = room.players[who]!;
            if (does === 'wait') room.waits(player, wanted);
            else if (does === 'go') room.goes(player);
            assert.deepEqual(
              namesOf(room.seeks.openTo(player, wanted.wish)),
              namesOf(room.openTo(player, wanted.wish)),
            );
            assert.equal(room.seeks.firstFor(player, wanted)?.name, room.firstFor(player, wanted)?.name);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test('nobody is looked at whom it may not meet', () => {
    const room = new Room(['nu6']);
    const [guest, ...hosts] = room.players;
    assert.ok(guest !== undefined);
    for (const host of hosts) room.waits(host, { kind: 'seek', wish: goWish(9), opponent: 'nobody', color: 'black' });
    room.waits(hosts[0]!, { kind: 'seek', wish: goWish(9), color: 'white' });
    room.waits(hosts[1]!, { kind: 'seek', wish: goWish(19) });
    room.seeks.takeLooks();
    assert.equal(room.seeks.firstFor(guest, { kind: 'seek', wish: goWish(9), color: 'white' }), undefined);
    assert.equal(room.seeks.takeLooks(), 0);
    assert.equal(room.seeks.firstFor(guest, { kind: 'seek', wish: goWish(9) }), hosts[0]);
    assert.equal(room.seeks.takeLooks(), 1);
  });
});

const namesOf = (hosts: Iterable<Waiting>): string[] => [...hosts].map(({ name }) => name);
