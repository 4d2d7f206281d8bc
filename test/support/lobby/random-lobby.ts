import assert from 'node:assert/strict';
import skeleton from 'unhomoglyph';
import type { Command, CommandAnswer } from '../../../src/lobby/command.ts';
import type { Decision } from '../../../src/lobby/decision.ts';
import type { GameParameters } from '../../../src/lobby/game-parameters.ts';
import type { GameEvent, GameId, SeatRecord } from '../../../src/lobby/games/game-event.ts';
import { lazyJournalEntries } from '../../../src/lobby/games/lazy-journal-entries.ts';
import type { Input } from '../../../src/lobby/input.ts';
import { Lobby } from '../../../src/lobby/lobby.ts';
import type { ProtocolTraits } from '../../../src/lobby/players/names.ts';
import type { ConnectionProfile, PlayerId } from '../../../src/lobby/players/player.ts';
import type { ServiceMode } from '../../../src/lobby/service-mode.ts';
import { type Point, pointAt, square } from '../../../src/rules/point.ts';
import { OFFERS } from './arbitrary-command.ts';
import { GameCheck } from './game-check.ts';
import { ObserverCheck } from './observer-check.ts';

/** One action of a client. A stone is on point number `at`, modulo the size of the board. A point in the row after the last one is off the board. */
export type LobbyStep =
  | {
      readonly kind: 'enter';
      readonly name: string | undefined;
      readonly profile: ConnectionProfile;
      readonly parameters: GameParameters;
    }
  | { readonly kind: 'ask'; readonly command: Command }
  | { readonly kind: 'play'; readonly at: number }
  | { readonly kind: 'lost' | 'dismissed' | 'restart' }
  /** A player proposes to take back moves, and all other players accept. */
  | { readonly kind: 'undo' }
  /** All players play on point `at` and pass twice, so that games end or dead stones are marked. Then all mark this stone, and all do `marks`. */
  | { readonly kind: 'pass-out'; readonly at: number; readonly marks: readonly Command[] }
  /** An action of an administrator. */
  | { readonly kind: 'remove' | 'reserve' | 'unreserve'; readonly name: string }
  | { readonly kind: 'stop' }
  | { readonly kind: 'restrict'; readonly mode: ServiceMode }
  | { readonly kind: 'wait'; readonly seconds: number };

const ENDS: ReadonlySet<GameEvent['kind']> = new Set(['resigned', 'timed-out', 'fouled', 'left', 'ended']);

/** Whether an event may be stored in a service mode. */
const STORABLE_EVENTS: Readonly<Record<ServiceMode, (kind: GameEvent['kind']) => boolean>> = {
  open: () => true,
  'no-new-games': (kind) => kind !== 'seated',
  'endings-only': (kind) => ENDS.has(kind),
};

const fold = (name: string): string => name.toLowerCase();
const assertDistinct = (names: readonly string[]): void => assert.equal(new Set(names).size, names.length, `${names}`);

/** nu6 can write any name. Clients of `silent` cannot make proposals. */
const PROTOCOLS: readonly ProtocolTraits[] = [
  { name: 'nu6', carryName: (name) => name, hasProposals: true, sendsTime: true },
  { name: 'silent', carryName: (name) => name },
  { name: 'nedap', carryName: (name) => name.toLowerCase().replace(/[^a-z0-9]/g, '') || 'player', hasProposals: true },
];

/** A lobby with clients that send arbitrary commands, and checks that read every decision. */
export class RandomLobby {
  readonly #options = { protocols: PROTOCOLS, grace: 30_000, resume: 60_000, idle: 120_000 };
  readonly #parameters: readonly GameParameters[];
  readonly #gameCheck = new GameCheck();
  #observerCheck = new ObserverCheck();
  /** The connected players with a name, by index. */
  readonly #connected = new Map<number, PlayerId>();
  /** The game of each player, according to the notices that the player has received. */
  readonly #playing = new Map<PlayerId, GameParameters>();
  /** The games of each computer player. */
  readonly #computers = new Map<PlayerId, Map<GameId, GameParameters>>();
  #lobby = new Lobby(this.#options);
  readonly #profiles = new Map<PlayerId, ConnectionProfile>();
  #players = 0;
  #observer = 0;
  #mode: ServiceMode = 'open';
  #now = 0;

  constructor(parameters: readonly GameParameters[]) {
    this.#parameters = parameters;
    this.#open();
  }

  /** The number of games so far. */
  get games(): number {
    return this.#gameCheck.games.size;
  }

  /** How often this event has happened. */
  count(kind: GameEvent['kind']): number {
    const entries = [...this.#gameCheck.games.values()].flatMap((known) => known.entries);
    return entries.filter(({ event }) => event.kind === kind).length;
  }

  act(index: number, step: LobbyStep): void {
    const id = this.#connected.get(index);
    switch (step.kind) {
      case 'enter':
        if (id === undefined) this.#enter(index, step);
        break;
      case 'ask':
        if (id !== undefined) this.#send(id, step.command);
        break;
      case 'play':
        if (id !== undefined) this.#play(id, step.at);
        break;
      case 'undo':
        if (id !== undefined) this.#undo(id);
        break;
      case 'pass-out':
        this.#passOut(step);
        break;
      case 'lost':
      case 'dismissed':
        if (id !== undefined) {
          this.#apply({ kind: step.kind, player: id });
          this.#forget(id);
        }
        break;
      case 'wait':
        this.#wait(step.seconds * 1000);
        break;
      case 'restart':
        this.#restart();
        break;
      case 'reserve':
      case 'unreserve':
        this.#lobby.setSkeleton(skeleton);
        this.#apply({ kind: step.kind === 'reserve' ? 'reserve-name' : 'unreserve-name', name: step.name });
        break;
      case 'remove':
        this.#apply({ kind: 'kick', name: step.name });
        break;
      case 'restrict':
        this.#mode = step.mode;
        this.#apply({ kind: 'service-mode', mode: step.mode });
        break;
      case 'stop':
        this.#apply({ kind: 'stop-game', game: this.#gameCheck.running[0]?.entries[0]?.game ?? 0 });
        break;
    }
    this.#checkDirectory();
  }

  /** All players reconnect after a restart, and must receive the games that the check has recorded. */
  restartAndReconnect(): void {
    this.#restart();
    for (const { seats } of this.#gameCheck.running) {
      const { black, white } = seats;
      const isPractice = black.name === white.name && !black.isComputer && !white.isComputer;
      for (const seat of isPractice ? [black] : [black, white]) if (!seat.isComputer) this.#reconnect(seat);
    }
    for (const { seats } of this.#gameCheck.running)
      for (const seat of [seats.black, seats.white]) if (seat.isComputer) this.#reconnectComputer(seat);
  }

  /** Reconnects a computer player, unless another player has taken its name. */
  #reconnectComputer({ name, protocol, listener, address }: SeatRecord): void {
    const id = this.#connect({ protocol, listener, address });
    if (this.#send(id, { kind: 'enter', name })?.kind !== 'entered') return;
    const games = this.#gameCheck.running.filter(({ seats: { black, white } }) =>
      [black, white].some((seat) => seat.isComputer && fold(seat.name) === fold(name)),
    );
    this.#send(id, { kind: 'offer-games', minimumWait: 0, seats: 0, offers: OFFERS });
    assert.equal(this.#computers.get(id)?.size, games.length, `${name} must get all its seats back`);
  }

  #reconnect({ guest, name, parameters, protocol, listener, address }: SeatRecord): void {
    const id = this.#connect({ protocol, listener, address });
    const entered = this.#send(id, { kind: 'enter', ...(guest ? { parameters } : { name }) });
    assert(entered?.kind === 'entered' && entered.held, `a seat must be held for ${name}`);
    // A guest may get the seat of another guest.
    const isMine = (seat: SeatRecord): boolean => seat.name === entered.name && !seat.isComputer;
    const known = this.#gameCheck.running.find(({ seats: { black, white } }) => isMine(black) || isMine(white));
    assert(known !== undefined);
    const { black, white } = known.seats;
    const mine = isMine(black) ? black : white;
    const isPractice = isMine(black) && isMine(white);
    const command: Command = isPractice
      ? { kind: 'seek', opponentKind: 'self', parameters: mine.parameters }
      : { kind: 'seek', parameters: mine.parameters };
    const decision = this.#command(id, command);
    const started = decision.notices.find(({ to, notice }) => to === id && notice.kind === 'started')?.notice;
    assert(started?.kind === 'started', `${entered.name} must continue the game`);
    this.#gameCheck.checkStarted(known, started, protocol !== 'nedap');
  }

  #undo(id: PlayerId): void {
    this.#send(id, { kind: 'propose', what: 'undo' });
    for (const other of [...this.#connected.values()]) if (other !== id) this.#send(other, { kind: 'agree' });
  }

  #connect(profile: ConnectionProfile): PlayerId {
    this.#profiles.set(++this.#players, profile);
    return this.#players;
  }

  #command(player: PlayerId, command: Command): Decision {
    const client = this.#profiles.get(player);
    this.#profiles.delete(player);
    return this.#lobby.step({ kind: 'command', player, command, ...(client && { client }) }, this.#now);
  }

  #passOut({ at, marks }: LobbyStep & { kind: 'pass-out' }): void {
    const point = at as Point;
    const pass: Command = { kind: 'pass' };
    const dead: Command = { kind: 'mark', point, dead: true };
    for (const command of [{ kind: 'play', point } as const, pass, pass, dead, ...marks]) {
      for (const each of [...this.#playing.keys()]) if (this.#playing.has(each)) this.#send(each, command);
    }
  }

  #apply(input: Input): void {
    this.#onDecision(this.#lobby.step(input, this.#now));
  }

  #open(): void {
    this.#apply({ kind: 'opened' });
    this.#observer = this.#connect({ protocol: 'nu6', listener: 'plain', address: 'tower' });
    this.#send(this.#observer, { kind: 'enter', name: 'observer', receives: ['chat', 'arrivals'] });
    this.#send(this.#observer, { kind: 'observe' });
    for (const { entries } of this.#gameCheck.running) {
      this.#send(this.#observer, { kind: 'watch', game: entries[0]?.game ?? 0 });
    }
  }

  #enter(index: number, { name, profile, parameters }: LobbyStep & { kind: 'enter' }): void {
    const id = this.#connect(profile);
    const named = name === undefined ? {} : { name };
    const answer = this.#send(id, {
      kind: 'enter',
      receives: index % 2 === 0 ? ['chat', 'arrivals'] : [],
      parameters,
      ...(index > 0 ? { canMark: true } : {}),
      ...named,
    });
    if (answer?.kind === 'entered') this.#connected.set(index, id);
    else this.#apply({ kind: 'lost', player: id });
  }

  #send(id: PlayerId, command: Command): CommandAnswer | undefined {
    const decision = this.#command(id, this.#inGame(id, command));
    const { answer } = decision;
    assert(answer !== undefined, 'every command must get an answer');
    this.#observerCheck.onAnswer(id, command, answer);
    if (command.kind === 'offer-games' && answer.kind === 'done' && !this.#computers.has(id))
      this.#computers.set(id, new Map());
    this.#onDecision(decision);
    if (command.kind === 'leave') this.#forget(id);
    return answer;
  }

  /** Adds the game to the command of a computer player. */
  #inGame(id: PlayerId, command: Command): Command {
    const [game] = this.#computers.get(id)?.keys() ?? [];
    const isForGame = command.kind === 'play' || command.kind === 'pass' || command.kind === 'forfeit';
    return isForGame && game !== undefined ? { ...command, game } : command;
  }

  #play(id: PlayerId, at: number): void {
    const [ofComputer] = this.#computers.get(id)?.values() ?? [];
    const size = (ofComputer ?? this.#playing.get(id))?.size ?? 3;
    const point = pointAt(square(size), at % size, Math.floor(at / size) % (size + 1)) ?? 'off-board';
    this.#send(id, { kind: 'play', point });
  }

  #wait(milliseconds: number): void {
    const until = this.#now + milliseconds;
    for (let next = this.#lobby.deadline; next !== undefined && next <= until; next = this.#lobby.deadline) {
      this.#now = Math.max(this.#now, next);
      this.#apply({ kind: 'time' });
      assert((this.#lobby.deadline ?? Number.POSITIVE_INFINITY) > this.#now, 'no deadline may be left in the past');
    }
    this.#now = until;
  }

  #restart(): void {
    this.#connected.clear();
    this.#playing.clear();
    this.#computers.clear();
    this.#observerCheck = new ObserverCheck();
    this.#lobby = new Lobby(this.#options);
    this.#mode = 'open';
    for (const { entries } of this.#gameCheck.running) this.#lobby.resume(lazyJournalEntries(entries));
    this.#apply({ kind: 'raise-last-game', game: Math.max(0, ...this.#gameCheck.games.keys()) });
    this.#open();
  }

  #onDecision(decision: Decision): void {
    const stored = decision.entries.map(({ event }) => event.kind);
    const isStorable = STORABLE_EVENTS[this.#mode];
    assert(stored.every(isStorable), `these events may not be stored now: ${stored}`);
    this.#gameCheck.onDecision(decision);
    this.#observerCheck.onDecision(decision);
    const started = decision.entries.filter(({ event }) => event.kind === 'seated');
    for (const { event } of started)
      assert(
        event.kind !== 'seated' || !event.black.isComputer || !event.white.isComputer,
        'a game must not have two computer players',
      );
    for (const { to, notice } of decision.notices) {
      const games = this.#computers.get(to);
      if (games !== undefined && notice.kind === 'started') {
        // The game has the point again after a take-back.
        games.set(notice.game, notice.parameters);
      } else if (games !== undefined && notice.kind === 'ended') {
        assert(
          notice.game !== undefined && games.delete(notice.game),
          'only the players of a game may be notified of its end',
        );
      } else if (notice.kind === 'started') {
        assert(!this.#playing.has(to), 'a player may have only one game');
        this.#playing.set(to, notice.parameters);
      } else if (notice.kind === 'ended')
        assert(this.#playing.delete(to), 'only a player with a game may be notified of its end');
      else if (notice.kind === 'replaced' || notice.kind === 'removed') this.#forget(to);
    }
    for (const { game } of started) this.#send(this.#observer, { kind: 'watch', game });
  }

  #forget(id: PlayerId): void {
    this.#playing.delete(id);
    this.#computers.delete(id);
    this.#observerCheck.forget(id);
    for (const [index, player] of this.#connected) if (player === id) this.#connected.delete(index);
  }

  /** Compares the public directory with the players, seeks and games that the check has recorded. */
  #checkDirectory(): void {
    this.#apply({ kind: 'time' });
    this.#observerCheck.compare((id, command) => this.#command(id, command).answer);
    assertDistinct(this.#names({ kind: 'who' }));
    const seated = this.#gameCheck.seated;
    assertDistinct(seated);
    for (const parameters of this.#parameters) {
      const playing = this.#names({ kind: 'seeks', parameters }).filter((name) => seated.includes(name));
      assert.deepEqual(playing, [], 'a player with a game has a waiting seek');
    }
    assert.equal(this.#lobby.statistics.games, this.#gameCheck.running.length);
  }

  #names(command: Command): string[] {
    const { answer } = this.#command(this.#observer, command);
    return answer?.kind === 'names' ? answer.names.map(fold) : assert.fail('no names');
  }
}
