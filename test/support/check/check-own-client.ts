import { ClientChecker } from '../../../src/check/check-client.ts';
import type { CheckedClause } from '../../../src/check/check-server.ts';
import { ClientGameState } from '../../../src/client/client-game-state.ts';
import { ReconnectingClient, type ReconnectingClientEvent } from '../../../src/client/reconnecting-client.ts';
import type { ConnectionHandlers, Dial } from '../../../src/client/tcp-connection.ts';
import type { Clock } from '../../../src/clock.ts';
import type { ProtocolSettings } from '../../../src/protocols/protocol-settings.ts';
import type { Point } from '../../../src/rules/point.ts';
import { clientNamed } from '../protocols/loaded-protocols.ts';
import { VirtualClock } from '../server/virtual-clock.ts';
import { clientClausesOf } from './loaded-clauses.ts';
import { type LineConversion, TEXT_LINES } from './message-alteration.ts';

/** The limit on attempts to enter: a protocol without names refuses all of them. */
const MAX_NAMES = 5;

/** Our own client. It plays legal moves, game after game, until the check is done. */
class OwnClient {
  readonly #protocol: string;
  readonly #settings: ProtocolSettings;
  readonly #dial: Dial;
  readonly #clock: Clock;
  readonly #refused = new Set<Point>();
  #follower: ClientGameState | undefined;
  #client: ReconnectingClient | undefined;
  #played: Point | undefined;
  #names = 0;
  isDone = false;

  constructor(protocol: string, settings: ProtocolSettings, dial: Dial, clock: Clock) {
    this.#protocol = protocol;
    this.#settings = settings;
    this.#dial = dial;
    this.#clock = clock;
  }

  start(): void {
    const protocol = clientNamed(this.#protocol);
    const open = protocol?.configure(this.#settings);
    if (protocol === undefined || !open?.ok) throw new Error(open?.ok === false ? open.problem : 'no such protocol');
    const client = new ReconnectingClient({
      dial: this.#dial,
      protocol,
      open: open.value,
      clock: this.#clock,
      onEvent: (event) => client === this.#client && this.#onEvent(event, client),
    });
    this.#client = client;
    this.#follower = undefined;
    client.connect({ kind: 'seek' });
  }

  #onEvent(event: ReconnectingClientEvent, client: ReconnectingClient): void {
    if (event.kind === 'game-started') {
      this.#follower = new ClientGameState(event);
      this.#refused.clear();
    }
    this.#follower?.follow(event);
    switch (event.kind) {
      case 'your-turn':
        this.#played = this.#choose();
        client.perform({ kind: 'play', point: this.#played });
        break;
      case 'refused':
        if (event.intent === 'enter') this.#enterWithAnotherName(client);
        if (event.intent === 'play' && this.#played !== undefined) this.#refused.add(this.#played);
        break;
      case 'game-ended':
        client.perform({ kind: 'leave' });
        break;
      case 'disconnected':
      case 'connection-failed':
        this.#client = undefined;
        if (!this.isDone) setImmediate(() => this.start());
        break;
      default:
    }
  }

  #enterWithAnotherName(client: ReconnectingClient): void {
    if (this.#names++ < MAX_NAMES) client.perform({ kind: 'enter', name: `another${'x'.repeat(this.#names)}` });
    else client.perform({ kind: 'leave' });
  }

  #choose(): Point {
    const follower = this.#follower;
    if (follower?.ownColorToMove === undefined) throw new Error('your-turn without a game');
    const points = follower.info.size ** 2;
    for (let step = 1; step <= points; step++) {
      // The multiples of a prime reach every point.
      const point = ((step * 7919) % points) as Point;
      const isFree = follower.judge(follower.ownColorToMove, point) === undefined && follower.at(point) === undefined;
      if (isFree && !this.#refused.has(point)) return point;
    }
    throw new Error('no legal point');
  }
}

/** A fault of a client: replaces each line that it sends or receives by any number of lines. */
export interface ClientFault {
  readonly alterSent?: (
    line: string,
    earlier: { readonly sent: readonly string[]; readonly received: readonly string[] },
  ) => readonly string[];
  readonly alterReceived?: (line: string, hangUp: () => void) => readonly string[];
}

/** Returns a function that connects to the checker in memory. */
function dialTo(checker: ClientChecker, { alterSent, alterReceived }: ClientFault, conversion: LineConversion): Dial {
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
      server = checker.accept({
        send: (bytes) => {
          const { lines, rest } = conversion.splitServerBytes(Buffer.concat([fromServer, bytes]));
          fromServer = rest;
          for (const line of lines) {
            received.push(line);
            for (const altered of alterReceived?.(line, end) ?? [line]) {
              setImmediate(() => open && client.received(conversion.serverBytes(altered)));
            }
          }
        },
        close: end,
      });
      client.connected();
    });
    return {
      send: (bytes) => {
        const { lines, rest } = conversion.splitClientBytes(Buffer.concat([fromClient, bytes]));
        fromClient = rest;
        for (const line of lines) {
          for (const altered of alterSent?.(line, { sent, received }) ?? [line]) {
            setImmediate(() => {
              for (const byte of conversion.clientBytes(altered)) server?.received(Uint8Array.of(byte));
            });
          }
          sent.push(line);
        }
      },
      close: end,
    };
  };
}

/** Runs `tengen check` against our own client, with a fault in its messages. */
export async function checkOwnClient(
  protocol: string,
  settings: ProtocolSettings,
  fault: ClientFault = {},
  conversion: LineConversion = TEXT_LINES,
  catalogueSettings: ProtocolSettings = {},
): Promise<readonly CheckedClause[]> {
  const clock = new VirtualClock();
  const catalogue = clientClausesOf(protocol, catalogueSettings);
  if (!catalogue.ok) throw new Error(catalogue.problem);
  let checked: readonly CheckedClause[] | undefined;
  const checker = new ClientChecker(catalogue.value, {
    clock,
    timeouts: { answer: 10_000, silence: 1_000 },
    done: (all) => {
      checked = all;
    },
  });
  const client = new OwnClient(protocol, settings, dialTo(checker, fault, conversion), clock);
  client.start();
  while (checked === undefined) {
    for (let turn = 0; turn < 12; turn++) await clock.settle();
    await clock.advance(100);
  }
  client.isDone = true;
  return checked;
}
