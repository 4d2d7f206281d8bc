import { ClientExamination } from '../../src/check/check-client.ts';
import type { Checked } from '../../src/check/check-server.ts';
import { clientCatalogueOf } from '../../src/check/client-catalogue.ts';
import { Caller, type Heard } from '../../src/client/caller.ts';
import { Table } from '../../src/client/table.ts';
import type { Dial, Ear } from '../../src/client/wire.ts';
import type { Clock } from '../../src/clock.ts';
import { playerNamed } from '../../src/protocols/players.ts';
import type { Settings } from '../../src/protocols/protocol.ts';
import type { Point } from '../../src/rules/point.ts';
import { VirtualClock } from '../world/virtual-clock.ts';
import type { Transcription } from './liar.ts';
import { TEXT } from './liar.ts';

/** Plays wherever the rules allow it, game after game, as long as somebody answers. */
class Patron {
  readonly #protocol: string;
  readonly #settings: Settings;
  readonly #dial: Dial;
  readonly #clock: Clock;
  readonly #refused = new Set<Point>();
  #table: Table | undefined;
  #caller: Caller | undefined;
  #played: Point | undefined;
  #names = 0;
  isDone = false;

  constructor(protocol: string, settings: Settings, dial: Dial, clock: Clock) {
    this.#protocol = protocol;
    this.#settings = settings;
    this.#dial = dial;
    this.#clock = clock;
  }

  begin(): void {
    const protocol = playerNamed(this.#protocol);
    const open = protocol?.configure(this.#settings);
    if (protocol === undefined || !open?.ok) throw new Error(open?.ok === false ? open.problem : 'no such protocol');
    const caller = new Caller({
      dial: this.#dial,
      protocol,
      open: open.value,
      clock: this.#clock,
      hear: (heard) => caller === this.#caller && this.#hear(heard, caller),
    });
    this.#caller = caller;
    this.#table = undefined;
    caller.call({ kind: 'seek' });
  }

  #hear(heard: Heard, caller: Caller): void {
    if (heard.kind === 'begun') {
      this.#table = new Table(heard);
      this.#refused.clear();
    }
    this.#table?.follow(heard);
    switch (heard.kind) {
      case 'your-turn':
        this.#played = this.#choose();
        caller.want({ kind: 'play', point: this.#played });
        break;
      case 'refused':
        if (heard.what === 'enter') caller.want({ kind: 'enter', name: `another${'x'.repeat(++this.#names)}` });
        if (heard.what === 'play' && this.#played !== undefined) this.#refused.add(this.#played);
        break;
      case 'ended':
        caller.want({ kind: 'leave' });
        break;
      case 'parted':
      case 'failed':
        if (!this.isDone) setImmediate(() => this.begin());
        break;
      default:
    }
  }

  #choose(): Point {
    const table = this.#table;
    if (table?.wanted === undefined) throw new Error('a turn without a game');
    const points = table.game.size ** 2;
    for (let step = 1; step <= points; step++) {
      // A prime's multiples come by every point.
      const point = ((step * 7919) % points) as Point;
      const isFree = table.judge(table.wanted, point) === undefined && table.at(point) === undefined;
      if (isFree && !this.#refused.has(point)) return point;
    }
    throw new Error('nowhere to play');
  }
}

/** A mistake of a client: what becomes of what it says, and of what it is told. */
export interface Slip {
  readonly says?: (
    line: string,
    so: { readonly said: readonly string[]; readonly told: readonly string[] },
  ) => readonly string[];
  readonly hears?: (line: string) => readonly string[];
}

/** Calls the scripted server in memory. */
function dialTo(exam: ClientExamination, { says, hears }: Slip, transcription: Transcription): Dial {
  return (client) => {
    const said: string[] = [];
    const told: string[] = [];
    let fromClient: Buffer = Buffer.alloc(0);
    let fromServer: Buffer = Buffer.alloc(0);
    let open = true;
    let server: Ear | undefined;
    const end = (): void => {
      if (!open) return;
      open = false;
      setImmediate(() => {
        server?.gone();
        client.gone();
      });
    };
    setImmediate(() => {
      server = exam.answer({
        send: (bytes) => {
          const { lines, rest } = transcription.told(Buffer.concat([fromServer, bytes]));
          fromServer = rest;
          for (const line of lines) {
            told.push(line);
            for (const altered of hears?.(line) ?? [line]) {
              setImmediate(() => open && client.received(transcription.tell(altered)));
            }
          }
        },
        close: end,
      });
      client.connected();
    });
    return {
      send: (bytes) => {
        const { lines, rest } = transcription.asked(Buffer.concat([fromClient, bytes]));
        fromClient = rest;
        for (const line of lines) {
          for (const altered of says?.(line, { said, told }) ?? [line]) {
            setImmediate(() => open && server?.received(transcription.ask(altered)));
          }
          said.push(line);
        }
      },
      close: end,
    };
  };
}

/** Examines our own client, altered on its way to the scripted server. */
export async function examineClient(
  protocol: string,
  settings: Settings,
  slip: Slip = {},
  transcription: Transcription = TEXT,
  catalogueSettings: Settings = {},
): Promise<readonly Checked[]> {
  const clock = new VirtualClock();
  const catalogue = clientCatalogueOf(protocol, catalogueSettings);
  if (!catalogue.ok) throw new Error(catalogue.problem);
  let checked: readonly Checked[] | undefined;
  const exam = new ClientExamination(catalogue.value, {
    clock,
    patience: { answer: 10_000, silence: 1_000 },
    done: (all) => {
      checked = all;
    },
  });
  const patron = new Patron(protocol, settings, dialTo(exam, slip, transcription), clock);
  patron.begin();
  while (checked === undefined) {
    for (let turn = 0; turn < 12; turn++) await clock.settle();
    await clock.advance(100);
  }
  patron.isDone = true;
  return checked;
}
