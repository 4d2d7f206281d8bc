import assert from 'node:assert/strict';
import type { Journal } from '../../src/journal/journal.ts';
import { MemoryJournal } from '../../src/journal/memory.ts';
import { PROTOCOLS, protocolNamed } from '../../src/protocols/index.ts';
import type { OpenSession, Protocol } from '../../src/protocols/protocol.ts';
import { pinnedReception, plainReception, type Reception } from '../../src/server/doors/reception.ts';
import { House } from '../../src/server/house/house.ts';
import type { HousePlayer } from '../../src/server/house/house-player.ts';
import { Hub } from '../../src/server/hub/hub.ts';
import type { Log } from '../../src/server/hub/witnesses.ts';
import { GameRecorder } from '../../src/server/recorder/recorder.ts';
import { VirtualClock } from './virtual-clock.ts';

/** In seconds, as on the command line. */
export interface WorldOptions {
  readonly grace?: number;
  readonly idle?: number;
  readonly resume?: number;
  /** Who answers those that have waited for `houseWait` seconds, on `houseSeats` seats each. */
  readonly house?: readonly HousePlayer[];
  readonly houseWait?: number;
  readonly houseSeats?: number;
  readonly log?: Log;
  /** Takes the conversations of finished games; without it nothing is recorded. */
  readonly keepConversation?: (game: number, text: string) => Promise<void>;
}

const silent = { debug: () => {}, info: () => {}, error: () => {} };

/** A whole server without sockets, on a clock of its own. Its journal outlives a crash; its connections do not. */
export class World {
  readonly clock = new VirtualClock();
  readonly journal: Journal;
  readonly #options: WorldOptions;
  #hub: Hub | undefined;
  #house: House | undefined;
  /** What is said since the last start; only with `keepConversation`. */
  recorder: GameRecorder | undefined;

  constructor(options: WorldOptions = {}, journal: Journal = new MemoryJournal()) {
    this.#options = options;
    this.journal = journal;
  }

  async start(): Promise<void> {
    this.clock.forget();
    await this.#house?.close();
    const { grace = 0, idle = 3600, resume = 120, log = silent } = this.#options;
    const { house = [], houseWait = 5, houseSeats = 16 } = this.#options;
    const { keepConversation } = this.#options;
    const recorder = keepConversation && new GameRecorder({ clock: this.clock, log, keep: keepConversation });
    this.recorder = recorder;
    this.#hub = await Hub.restore({
      journal: this.journal,
      clock: this.clock,
      grace: grace * 1000,
      idle: idle * 1000,
      resume: resume * 1000,
      log,
      ...(recorder && { recorder, onKept: (entries) => recorder.kept(entries) }),
      onFailure: (error) => {
        throw error;
      },
    });
    this.#hub.open();
    this.#house = new House(house, { hub: this.#hub, log, patience: houseWait * 1000, seats: houseSeats });
    this.#house.open();
  }

  /** As on SIGTERM. */
  async stop(): Promise<void> {
    await Promise.all([this.#house?.close(), this.hub.stop()]);
  }

  get hub(): Hub {
    assert(this.#hub !== undefined, 'the world has not been started');
    return this.#hub;
  }

  /** `plain`, or a protocol with settings: `remastered?size=9&mode=local`. */
  reception(listener: string): Reception {
    if (listener === 'plain') return plainReception(this.hub, this.clock, spoken());
    const [name = '', query = ''] = listener.split('?', 2);
    const protocol = protocolNamed(name);
    assert(protocol !== undefined, `no protocol ${name}`);
    return pinnedReception(this.hub, protocol, configured(protocol, query), listener);
  }
}

const spoken = (): Map<Protocol, OpenSession> => new Map(PROTOCOLS.map((each) => [each, configured(each, '')]));

function configured(protocol: Protocol, query: string): OpenSession {
  const open = protocol.configure(Object.fromEntries(new URLSearchParams(query)));
  assert(open.ok, open.ok ? '' : open.problem);
  return open.value;
}
