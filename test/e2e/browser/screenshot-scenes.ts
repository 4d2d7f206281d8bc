import type { LobbyResource } from '../../../src/protocols/api/resource-schemas.ts';
import type { GoClient } from '../../support/clients/go-client.ts';
import { GomokursClient } from '../../support/clients/gomokurs.ts';
import { eventually } from '../../support/eventually.ts';
import { PASSWORD } from '../../support/http/fake-browser.ts';
import { KINDS } from '../../support/pairs/client-kinds.ts';
import { Opponent } from './opponent.ts';
import type { TestServer } from './test-server.ts';
import type { Visitor, VisitorOptions } from './visitor.ts';

/** Two games of GNU Go against itself: the first up to its end, the second up to the middle game. */
const COUNTED =
  'G6 C7 E7 G3 C4 D6 E3 H5 H6 D8 H4 H3 G4 F3 E4 E2 D2 F2 F4 E1 E8 D9 E9 D7 J3 J2 J4 H1 D1 E6 F6 B5 B4 A4 A3 A5 B3 C5 ' +
  'E5 D5 D4 G1 G5 B6 J5 C9 F7 B8 D3 B7 pass G2 pass pass';
const UNDER_WAY =
  'Q16 D5 D16 Q5 K3 C14 C12 E14 F16 G14 H16 K17 Q3 R3 R2 R4 P2 R9 O4 R14 D3 C3 C2 C4 E2 C9 F4 N17 H17 O6 Q14 Q13 R15 ' +
  'P14 Q15 S14 R17 B16 C17 B17 M6 M8 J14 F6 L13 F11 J12 J10 K16 L16 J17 K18 H6 G5 S15 F5 H3 G19 L11 N11 N12 M12';
const ROW = 'H8 J9 G7 H9 K8 G9 F9 K7 J10 L6 F6 M5 J8 M8 E5 D5 D4';

type GoKind = keyof typeof KINDS;
interface Player {
  readonly kind: GoKind;
  readonly name: string;
}

/** The numbers of the scene's games. */
export interface Games {
  readonly counted: number;
  readonly row: number;
  readonly running: number;
}

/** Fills a server with finished and running games of several protocols, and with players who wait for a game. */
export class Scene {
  readonly server: TestServer;
  readonly #clients: Opponent<GoClient | GomokursClient>[] = [];

  constructor(server: TestServer) {
    this.server = server;
  }

  /** Plays the games and makes the seeks. Returns the numbers of the games. */
  async build(): Promise<Games> {
    const mira = { kind: 'nu6', name: 'mira' } as const;
    const jonas = { kind: 'nedap', name: 'jonas' } as const;
    // Enough games for a rating curve and, with the counted game, for a place in the ranking.
    const losers = [jonas, mira, jonas, jonas, mira, jonas, jonas, mira, jonas, mira, jonas, jonas, mira];
    for (const loser of losers) await this.#playUntilResigned(mira, jonas, loser);
    const counted = await this.#playCountedGame(mira, jonas);
    const row = await this.#playRow();
    const running = await this.#startRunningGame(
      { kind: 'nu6 with chat', name: 'Sente' },
      { kind: 'nedap, later', name: 'tenuki' },
    );
    await this.#addSeek({ kind: 'daigo', name: 'Hoshi' }, 9);
    await this.#addSeek({ kind: 'nu6', name: 'kosumi' }, 13);
    return { counted, row, running };
  }

  /** A visitor who has an account with this name and is signed in. */
  async signedIn(name: string, options?: VisitorOptions): Promise<Visitor> {
    const visitor = await this.server.visitor(name, options);
    await visitor.page.evaluate(
      `(async () => {
        const send = (path) => fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' },
          body: ${JSON.stringify(JSON.stringify({ name, password: PASSWORD }))} });
        if (!(await send('/api/accounts')).ok) await send('/api/session');
      })()`,
    );
    return visitor;
  }

  close(): void {
    for (const client of this.#clients.splice(0)) client.hangUp();
  }

  async #connect({ kind, name }: Player): Promise<Opponent<GoClient>> {
    const { protocol, client } = KINDS[kind]!;
    const listener = protocol === 'remastered' || protocol === 'web' ? protocol : 'plain';
    const opponent = await Opponent.connect(this.server.port(listener), client(name), protocol === 'daigo');
    this.#clients.push(opponent);
    return opponent;
  }

  async #startGame(
    black: Player,
    white: Player,
    lines: number,
  ): Promise<readonly [Opponent<GoClient>, Opponent<GoClient>]> {
    const blackClient = await this.#connect(black);
    blackClient.act((client) => client.seek(lines));
    await this.#waitForLobby(({ seeks }) => seeks.some(({ host }) => host === black.name));
    const whiteClient = await this.#connect(white);
    whiteClient.act((client) => client.seek(lines));
    return [blackClient, whiteClient];
  }

  async #play(seats: readonly Opponent<GoClient | GomokursClient>[], moves: string, lines: number): Promise<void> {
    for (const [index, move] of moves.split(' ').entries()) await seats[index % 2]!.move(move, lines);
  }

  async #playUntilResigned(black: Player, white: Player, loser: Player): Promise<void> {
    const seats = await this.#startGame(black, white, 9);
    await this.#play(seats, 'E5 C3 F5 C4 E6 D4', 9);
    const resigning = seats[loser === black ? 0 : 1];
    await resigning.waitUntil(({ game }) => game?.moves.length === 6);
    resigning.act((client) => client.resign());
    for (const seat of seats) await seat.waitUntil(({ game }) => game?.ending !== undefined);
    for (const seat of seats) seat.hangUp();
  }

  async #playCountedGame(black: Player, white: Player): Promise<number> {
    const seats = await this.#startGame(black, white, 9);
    const game = await this.#latestGame();
    await this.#play(seats, COUNTED, 9);
    for (const seat of seats) await seat.waitUntil(({ game }) => game?.ending !== undefined);
    for (const seat of seats) seat.hangUp();
    return game;
  }

  async #playRow(): Promise<number> {
    const seats = [];
    for (const version of ['0.2.0', '0.1.0'] as const) {
      const seat = await Opponent.connect(this.server.port('gomokurs'), new GomokursClient({ version, size: 15 }));
      seat.act((client) => client.seek());
      this.#clients.push(seat);
      seats.push(seat);
    }
    const game = await this.#latestGame();
    await this.#play(seats, ROW, 15);
    for (const seat of seats) await seat.waitUntil(({ game }) => game?.ending !== undefined);
    return game;
  }

  async #startRunningGame(black: Player, white: Player): Promise<number> {
    const seats = await this.#startGame(black, white, 19);
    await this.#play(seats, UNDER_WAY, 19);
    return await this.#latestGame();
  }

  async #addSeek(player: Player, lines: number): Promise<void> {
    const seat = await this.#connect(player);
    seat.act((client) => client.seek(lines));
    await this.#waitForLobby(({ seeks }) => seeks.some(({ host }) => host === player.name));
  }

  /** Waits for a running game, and returns the highest number. */
  async #latestGame(): Promise<number> {
    const { games } = await this.#waitForLobby(({ games }) => games.length > 0);
    return Math.max(...games.map(({ game }) => game));
  }

  /** Waits until the lobby is in this state, and returns it. */
  async #waitForLobby(isReached: (lobby: LobbyResource) => boolean): Promise<LobbyResource> {
    return await eventually('the expected state of the lobby', async () => {
      const lobby = (await (await fetch(`${this.server.url}/api/lobby`)).json()) as LobbyResource;
      return isReached(lobby) && lobby;
    });
  }
}
