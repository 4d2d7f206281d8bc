import { ClientChecker } from '../../../src/check/check-client.ts';
import type { CheckedClause } from '../../../src/check/check-server.ts';
import { GameFollower } from '../../../src/client/game-follower.ts';
import { type ClientNews, ReconnectingClient } from '../../../src/client/reconnecting-client.ts';
import type { ConnectionHandlers, Dial } from '../../../src/client/tcp-connection.ts';
import type { Clock } from '../../../src/clock.ts';
import type { Settings } from '../../../src/protocols/protocol-settings.ts';
import type { Point } from '../../../src/rules/point.ts';
import { clientNamed } from '../protocols/loaded-protocols.ts';
import { VirtualClock } from '../server/virtual-clock.ts';
import type { LineConversion } from './faulty-server.ts';
import { TEXT_LINES } from './faulty-server.ts';
import { clientClausesOf } from './loaded-clauses.ts';

/** Where a protocol has no names, every one is refused. */
const MAX_NAMES = 5;

/** Our own client: plays wherever the rules allow it, game after game, as long as its calls are answered. */
class OwnClient {
  readonly #protocol: string;
  readonly #settings: Settings;
  readonly #dial: Dial;
  readonly #clock: Clock;
  readonly #refused = new Set<Point>();
  #follower: GameFollower | undefined;
  #client: ReconnectingClient | undefined;
  #played: Point | undefined;
  #names = 0;
  isDone = false;

  constructor(protocol: string, settings: Settings, dial: Dial, clock: Clock) {
    this.#protocol = protocol;
    this.#settings = settings;
    this.#dial = dial;
    this.#clock = clock;
  }

  start(): void {
    const protocol = clientNamed(this.#protocol);
    const open = protocol?.configure(this.#settings);
    if (protocol === undefined || !open?.ok) throw new Error(open?.ok === false ? open.problem : 'no such protocol');
    const caller = new ReconnectingClient({
      dial: this.#dial,
      protocol,
      open: open.value,
      clock: this.#clock,
      onNews: (heard) => caller === this.#client && this.#onNews(heard, caller),
    });
    this.#client = caller;
    this.#follower = undefined;
    caller.connect({ kind: 'seek' });
  }

  #onNews(heard: ClientNews, caller: ReconnectingClient): void {
    if (heard.kind === 'begun') {
      this.#follower = new GameFollower(heard);
      this.#refused.clear();
    }
    this.#follower?.follow(heard);
    switch (heard.kind) {
      case 'your-turn':
        this.#played = this.#choose();
        caller.want({ kind: 'play', point: this.#played });
        break;
      case 'refused':
        if (heard.what === 'enter') this.#enterWithAnotherName(caller);
        if (heard.what === 'play' && this.#played !== undefined) this.#refused.add(this.#played);
        break;
      case 'ended':
        caller.want({ kind: 'leave' });
        break;
      case 'parted':
      case 'failed':
        this.#client = undefined;
        if (!this.isDone) setImmediate(() => this.start());
        break;
      default:
    }
  }

  #enterWithAnotherName(caller: ReconnectingClient): void {
    if (this.#names++ < MAX_NAMES) caller.want({ kind: 'enter', name: `another${'x'.repeat(this.#names)}` });
    else caller.want({ kind: 'leave' });
  }

  #choose(): Point {
    const table = this.#follower;
    if (table?.ownColorToMove === undefined) throw new Error('a turn without a game');
    const points = table.info.size ** 2;
    for (let step = 1; step <= points; step++) {
      // A prime's multiples come by every point.
      const point = ((step * 7919) % points) as Point;
      const isFree = table.judge(table.ownColorToMove, point) === undefined && table.at(point) === undefined;
      if (isFree && !this.#refused.has(point)) return point;
    }
    throw new Error('nowhere to play');
  }
}

/** A fault of a client: what becomes of what it says, and of what it is told. */
export interface ClientFault {
  readonly alterSent?: (
    line: string,
    earlier: { readonly sent: readonly string[]; readonly received: readonly string[] },
  ) => readonly string[];
  readonly alterReceived?: (line: string, hangUp: () => void) => readonly string[];
}

/** Calls the scripted server in memory. */
function dialTo(exam: ClientChecker, { alterSent, alterReceived }: ClientFault, transcription: LineConversion): Dial {
  return (client) => {
    const sent: string[] = [];
    const received: string[] = [];
    let fromClient: Buffer = Buffer.alloc(0);
    let fromServer: Buffer = Buffer.alloc(0);
    let open = true;
    let server: ConnectionHandlers | undefined;
    const end = (): void => {
      if (!open) return;
      open = false;
      setImmediate(() => {
        server?.closed();
        client.closed();
      });
    };
    setImmediate(() => {
      server = exam.accept({
        send: (bytes) => {
          const { lines, rest } = transcription.splitServerBytes(Buffer.concat([fromServer, bytes]));
          fromServer = rest;
          for (const line of lines) {
            received.push(line);
            for (const altered of alterReceived?.(line, end) ?? [line]) {
              setImmediate(() => open && client.received(transcription.serverBytes(altered)));
            }
          }
        },
        close: end,
      });
      client.connected();
    });
    return {
      send: (bytes) => {
        const { lines, rest } = transcription.splitClientBytes(Buffer.concat([fromClient, bytes]));
        fromClient = rest;
        for (const line of lines) {
          for (const altered of alterSent?.(line, { sent, received }) ?? [line]) {
            setImmediate(() => {
              for (const byte of transcription.clientBytes(altered)) server?.received(Uint8Array.of(byte));
            });
          }
          sent.push(line);
        }
      },
      close: end,
    };
  };
}

/** Examines our own client, altered on its way to the scripted server. */
export async function checkOwnClient(
  protocol: string,
  settings: Settings,
  fault: ClientFault = {},
  transcription: LineConversion = TEXT_LINES,
  catalogueSettings: Settings = {},
): Promise<readonly CheckedClause[]> {
  const clock = new VirtualClock();
  const catalogue = clientClausesOf(protocol, catalogueSettings);
  if (!catalogue.ok) throw new Error(catalogue.problem);
  let checked: readonly CheckedClause[] | undefined;
  const exam = new ClientChecker(catalogue.value, {
    clock,
    timeouts: { answer: 10_000, silence: 1_000 },
    done: (all) => {
      checked = all;
    },
  });
  const client = new OwnClient(protocol, settings, dialTo(exam, fault, transcription), clock);
  client.start();
  while (checked === undefined) {
    for (let turn = 0; turn < 12; turn++) await clock.settle();
    await clock.advance(100);
  }
  client.isDone = true;
  return checked;
}
