import assert from 'node:assert/strict';
import skeleton from 'unhomoglyph';
import type { Command } from '../../../src/lobby/command.ts';
import type { Decision } from '../../../src/lobby/decision.ts';
import type { GameParameters } from '../../../src/lobby/game-parameters.ts';
import type { JournalEntry } from '../../../src/lobby/games/game-event.ts';
import { lazyJournalEntries } from '../../../src/lobby/games/lazy-journal-entries.ts';
import type { Input } from '../../../src/lobby/input.ts';
import { Lobby, type LobbyOptions } from '../../../src/lobby/lobby.ts';
import type { ProtocolTraits } from '../../../src/lobby/players/names.ts';
import type { ConnectionProfile, PlayerId } from '../../../src/lobby/players/player.ts';
import type { ServiceMode } from '../../../src/lobby/service-mode.ts';
import { writeAnswer, writeEntry, writeNotice } from './dialogue-format.ts';
import { DialogueLineReader, oneOf, readPoint } from './dialogue-line-reader.ts';

/** Options of the lobby, in seconds. With `log`, the dialogue also shows the stored entries. */
export interface DialogueOptions {
  readonly grace?: number;
  readonly resume?: number;
  readonly idle?: number;
  readonly lag?: number;
  readonly computerWait?: number;
  readonly log?: boolean;
}

/**
 * Performs a dialogue with a new lobby. Each line at the margin is an input. The indented lines below it are all answers and notices
 * that follow from it. A line in parentheses only prepares the lobby: it must not be refused, and its answers and notices are not
 * written down.
 */
export function dialogue(text: string, options: DialogueOptions = {}): void {
  const expected = unindent(text);
  const lobby = new DialogueLobby(options);
  const actual = expected.filter((line) => !line.startsWith(' ')).flatMap((line) => [line, ...lobby.perform(line)]);
  assert.deepEqual(actual, expected);
}

function unindent(text: string): string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const margin = Math.min(...lines.map((line) => line.search(/\S/)));
  return lines.map((line) => line.slice(margin));
}

/** The protocols that change names. The others can write any name. */
const PROTOCOLS: readonly ProtocolTraits[] = [
  {
    name: 'nedap',
    carryName: (name) =>
      name
        .toLowerCase()
        .replace(/[^a-z0-9]/g, '')
        .slice(0, 20) || 'player',
  },
  { name: 'daigo', carryName: (name) => name.replace(/\s/g, '-').slice(0, 32) },
  { name: 'web', carryName: (name) => name, hasProposals: true, sendsTime: true },
  { name: 'closing', carryName: (name) => name, leavesByClosing: true },
];

const HOME: ConnectionProfile = { protocol: 'nu6', listener: 'plain', address: 'home' };

class DialogueLobby {
  readonly #options: LobbyOptions;
  readonly #log: boolean;
  readonly #journal = new Map<number, JournalEntry[]>();
  readonly #playerIds = new Map<string, PlayerId>();
  readonly #labels = new Map<PlayerId, string>();
  readonly #profiles = new Map<PlayerId, ConnectionProfile>();
  /** The latest game of each player. */
  readonly #lastGames = new Map<PlayerId, number>();
  readonly #introduced = new Set<PlayerId>();
  #players = 0;
  readonly #entered = new Set<PlayerId>();
  #lobby: Lobby;
  #now = 1_000_000;
  #size = 0;

  constructor({ grace = 0, resume = 120, idle = 3600, lag = 0, computerWait = 0, log = false }: DialogueOptions) {
    const limits = { grace: grace * 1000, resume: resume * 1000, idle: idle * 1000, lag: lag * 1000 };
    this.#options = { protocols: PROTOCOLS, ...limits, computerWait: computerWait * 1000 };
    this.#log = log;
    this.#lobby = new Lobby(this.#options);
  }

  perform(line: string): string[] {
    const prepared = /^\((.*)\)$/.exec(line)?.[1];
    if (prepared === undefined) return this.#step(line);
    const output = this.#prepare(new DialogueLineReader(prepared)) ?? this.#step(prepared);
    const refused = output.find((each) => each.includes('= refused'));
    assert(refused === undefined, `${line} ${refused}`);
    return [];
  }

  /**
   * Performs a line that stands for several inputs of two players, such as `alice and bob sit down to go 9` or
   * `alice and bob play c3 pass d4`. Undefined for other lines.
   */
  #prepare(reader: DialogueLineReader): string[] | undefined {
    const first = reader.next();
    if (!reader.skip('and')) return undefined;
    const labels = [first, reader.next()];
    if (reader.skip('sit down to')) {
      const seek = reader.rest();
      return labels.flatMap((label) => [
        ...(this.#playerIds.has(label) ? [] : this.#step(`${label} enters`)),
        ...this.#step(`${label} seeks ${seek}`),
      ]);
    }
    assert(reader.skip('play'), `unknown action of ${labels.join(' and ')}`);
    const output: string[] = [];
    for (let index = 0; !reader.isDone; index++) {
      const move = reader.next();
      output.push(...this.#step(`${labels[index % 2]} ${move === 'pass' ? 'passes' : `plays ${move}`}`));
    }
    return output;
  }

  #step(line: string): string[] {
    const reader = new DialogueLineReader(line);
    if (reader.skip('the server restarts')) return [...this.#restore(), ...this.#open()];
    if (reader.skip('the server reads its games')) return this.#restore();
    if (reader.skip('the server opens')) return this.#open();
    if (reader.skip('only ends are kept')) return this.#restrict('endings-only');
    if (reader.skip('no game begins')) return this.#restrict('no-new-games');
    if (reader.skip('all is open')) return this.#restrict('open');
    if (reader.skip('somebody in charge')) return this.#manage(reader);
    const label = reader.next();
    if (reader.skip('s pass')) return this.#advance(Number(label));
    if (reader.skip('enters')) return this.#enter(label, reader);
    if (reader.skip('connects')) {
      const account = reader.skip('owning') ? { ownedName: reader.next(), protocol: 'web' } : {};
      return this.#connect(label, { ...HOME, ...account });
    }
    const id = this.#playerIds.get(label);
    assert(id !== undefined, `${label} has not entered`);
    if (reader.skip('says anything')) {
      return this.#apply({ kind: 'bytes-received', player: id });
    }
    if (reader.skip('is away for')) {
      const until = this.#now + 1000 * Number(reader.next());
      return this.#apply({ kind: 'away', player: id, until });
    }
    if (reader.skip('is back')) return this.#apply({ kind: 'away', player: id });
    if (reader.skip('is lost')) return this.#apply({ kind: 'lost', player: id });
    if (reader.skip('is dismissed')) return this.#apply({ kind: 'dismissed', player: id });
    return this.#sendCommand(id, this.#inGame(id, this.#command(reader)));
  }

  #apply(input: Input): string[] {
    return this.#write(this.#lobby.step(input, this.#now));
  }

  #sendCommand(player: PlayerId, command: Command): string[] {
    const client = this.#profiles.get(player) ?? HOME;
    const input = { kind: 'command', player, command } as const;
    const isFirst = !this.#introduced.has(player);
    this.#introduced.add(player);
    return this.#write(this.#lobby.step(isFirst ? { ...input, client } : input, this.#now), true);
  }

  /** Adds the latest game to the command of a computer player that names no game. */
  #inGame(id: PlayerId, command: Command): Command {
    const game = this.#lastGames.get(id);
    const isForGame = command.kind === 'play' || command.kind === 'pass' || command.kind === 'forfeit';
    const isMark = command.kind === 'mark' || command.kind === 'accept-marks' || command.kind === 'resume-play';
    return (isForGame || isMark) && game !== undefined && command.game === undefined ? { ...command, game } : command;
  }

  #command(reader: DialogueLineReader): Command {
    if (reader.skip('seeks')) return this.#sized(reader.seek());
    if (reader.skip('offers games')) return reader.offerGames();
    if (reader.skip('takes'))
      return this.#sized({ kind: 'take', host: reader.next(), parameters: reader.parameters() });
    if (reader.skip('returns to')) return this.#sized({ kind: 'return', parameters: reader.parameters() });
    if (reader.skip('returns')) return { kind: 'return' };
    if (reader.skip('accepts the marks')) return { kind: 'accept-marks' };
    if (reader.skip('accepts')) return { kind: 'accept-invitation', invitation: reader.key() };
    if (reader.skip('cancels')) return { kind: 'cancel' };
    if (reader.skip('practises')) {
      return this.#sized({
        kind: 'seek',
        opponentKind: 'self',
        parameters: reader.parameters(),
        handshake: reader.skip('not ready'),
      });
    }
    if (reader.skip('renames to')) {
      return { kind: 'rename', name: reader.next(), ...(reader.skip('numbered') ? { ifTaken: 'number' } : {}) };
    }
    if (reader.skip('lists')) return { kind: 'seeks', parameters: reader.parameters() };
    if (reader.skip('asks who is here')) return { kind: 'who' };
    if (reader.skip('is ready')) return { kind: 'ready' };
    if (reader.skip('plays')) {
      const move = reader.next();
      const point = move === 'off-board' ? move : readPoint(this.#size, move);
      const game = reader.skip('in game') ? { game: reader.number() } : {};
      return { kind: 'play', point, ...game, ...(reader.skip('in') ? { spent: reader.number() } : {}) };
    }
    if (reader.skip('passes if stuck')) return { kind: 'pass', ifStuck: true };
    if (reader.skip('passes')) return { kind: 'pass' };
    if (reader.skip('forfeits')) {
      return { kind: 'forfeit', how: oneOf(['resigned', 'fouled'], reader.next()) };
    }
    if (reader.skip('proposes')) return { kind: 'propose', what: oneOf(['undo', 'draw', 'adjourn'], reader.next()) };
    if (reader.skip('reopens')) return { kind: 'reopen', game: reader.number() };
    if (reader.skip('agrees')) return { kind: 'agree' };
    if (reader.skip('declines the seek of')) return { kind: 'decline-seek', host: reader.rest() };
    if (reader.skip('declines')) return { kind: 'decline' };
    if (reader.skip('marks')) {
      const point = readPoint(this.#size, reader.next());
      const dead = oneOf(['dead', 'alive'], reader.skip('as') ? reader.next() : 'dead') === 'dead';
      return { kind: 'mark', point, dead, ...(reader.skip('in game') ? { game: reader.number() } : {}) };
    }
    if (reader.skip('resumes')) return { kind: 'resume-play' };
    if (reader.skip('looks up')) return { kind: 'look-up', name: reader.rest() };
    if (reader.skip('counts moves of')) return { kind: 'count-moves', games: [reader.number()] };
    if (reader.skip('observes')) return { kind: 'observe' };
    if (reader.skip('unobserves')) return { kind: 'unobserve' };
    if (reader.skip('watches')) {
      const game = reader.number();
      return { kind: 'watch', game, ...(reader.skip('with') ? { key: reader.key() } : {}) };
    }
    if (reader.skip('unwatches')) return { kind: 'unwatch', game: reader.number() };
    if (reader.skip('is kicked for')) return { kind: 'leave', kickedFor: oneOf(['occupied', 'ko'], reader.next()) };
    if (reader.skip('leaves')) return { kind: 'leave' };
    if (!reader.skip('tells')) assert.fail(`unknown input: ${reader.rest()}`);
    if (reader.skip('game')) return { kind: 'chat', to: { game: reader.number() }, text: reader.rest() };
    const to = reader.next();
    return { kind: 'chat', to: to === 'everyone' || to === 'opponent' ? to : { name: to }, text: reader.rest() };
  }

  /** Stores the size of the board of a seek. Points in the following lines belong to a board of this size. */
  #sized(command: Command & { readonly parameters: GameParameters }): Command {
    this.#size = command.parameters.size;
    return command;
  }

  /** `enters as Bob`, `nameless`, `wishing go 9`, `speaking nedap`, `from afar`, `on side`, `chatting` (`only`), `capacity 2`. */
  #enter(label: string, reader: DialogueLineReader): string[] {
    let profile = HOME;
    let command: Command & { kind: 'enter' } = { kind: 'enter', name: label };
    while (!reader.isDone) {
      if (reader.skip('as')) command = { ...command, name: reader.next() };
      else if (reader.skip('nameless')) command = { kind: 'enter' };
      else if (reader.skip('wishing')) command = { ...command, parameters: reader.parameters() };
      else if (reader.skip('chatting')) command = { ...command, receives: ['chat', 'arrivals'] };
      else if (reader.skip('only')) command = { ...command, receives: ['chat'] };
      else if (reader.skip('capacity')) command = { ...command, capacity: reader.number() };
      else if (reader.skip('from')) profile = { ...profile, address: reader.next() };
      else if (reader.skip('replacing')) command = { ...command, replacesOwn: true };
      else if (reader.skip('owning')) profile = { ...profile, ownedName: reader.next() };
      else if (reader.skip('marking')) command = { ...command, canMark: true };
      else if (reader.skip('proposing')) profile = { ...profile, protocol: 'web' };
      else if (reader.skip('on')) profile = { ...profile, listener: reader.next() };
      else {
        assert(reader.skip('speaking'), `unknown option of "${label} enters"`);
        profile = { ...profile, protocol: reader.next() };
      }
    }
    const connected = this.#playerIds.get(label);
    if (connected === undefined || this.#entered.has(connected)) this.#connect(label, profile);
    const id = this.#playerIds.get(label) ?? assert.fail(`${label} is not connected`);
    this.#entered.add(id);
    return this.#sendCommand(id, command);
  }

  #connect(label: string, profile: ConnectionProfile): string[] {
    const id = ++this.#players;
    this.#profiles.set(id, profile);
    this.#playerIds.set(label, id);
    this.#labels.set(id, label);
    return [];
  }

  #restrict(mode: ServiceMode): string[] {
    return this.#apply({ kind: 'service-mode', mode });
  }

  /** `stops 1`, `removes bob`, `removes everybody from home`, `reserves alice`, `unreserves alice`, `admits alice from home for 10 s`, `opens alice from home for 60 s`. */
  #manage(reader: DialogueLineReader): string[] {
    this.#lobby.setSkeleton(skeleton);
    if (reader.skip('reserves')) {
      const name = reader.next();
      return this.#apply({ kind: 'reserve-name', name, ...(reader.skip('guarded') ? { guarded: true } : {}) });
    }
    if (reader.skip('opens')) {
      const name = reader.next();
      const address = reader.skip('from') ? { address: reader.next() } : {};
      const seconds = reader.skip('for') ? reader.number() : assert.fail('`for` is missing');
      return this.#apply({ kind: 'open-name', name, ...address, until: this.#now + seconds * 1000 });
    }
    if (reader.skip('unreserves')) return this.#apply({ kind: 'unreserve-name', name: reader.next() });
    if (reader.skip('admits')) {
      const name = reader.next();
      const address = reader.skip('from') ? reader.next() : assert.fail('`from` is missing');
      const seconds = reader.skip('for') ? reader.number() : assert.fail('`for` is missing');
      return this.#apply({ kind: 'admit', name, address, until: this.#now + seconds * 1000 });
    }
    const decision = this.#lobby.step(this.#administration(reader), this.#now);
    return decision.answer?.kind === 'refused' ? ['  nothing'] : this.#write(decision);
  }

  #administration(reader: DialogueLineReader): Input {
    if (reader.skip('stops')) return { kind: 'stop-game', game: reader.number() };
    if (reader.skip('removes everybody from')) return { kind: 'kick-addresses', addresses: [reader.next()] };
    if (reader.skip('removes')) return { kind: 'kick', name: reader.next() };
    assert.fail('unknown action of an administrator');
  }

  #advance(seconds: number): string[] {
    const until = this.#now + seconds * 1000;
    const output: string[] = [];
    for (let next = this.#lobby.deadline; next !== undefined && next <= until; next = this.#lobby.deadline) {
      this.#now = Math.max(this.#now, next);
      output.push(...this.#apply({ kind: 'time' }));
    }
    this.#now = until;
    return output;
  }

  #restore(): string[] {
    this.#playerIds.clear();
    this.#entered.clear();
    this.#lobby = new Lobby(this.#options);
    for (const entries of this.#journal.values()) {
      if (entries.at(-1)?.event.kind !== 'ended') this.#lobby.resume(lazyJournalEntries(entries));
    }
    return this.#apply({ kind: 'raise-last-game', game: Math.max(0, ...this.#journal.keys()) });
  }

  #open(): string[] {
    return this.#apply({ kind: 'opened' });
  }

  #write({ answer, entries, notices }: Decision, showsAnswer = false): string[] {
    for (const entry of entries) this.#journal.set(entry.game, [...(this.#journal.get(entry.game) ?? []), entry]);
    const output = this.#log ? entries.map((entry) => `  kept ${writeEntry(entry, this.#size)}`) : [];
    if (showsAnswer) output.push(`  = ${answer === undefined ? 'nothing' : writeAnswer(answer)}`);
    let [recipients, previous]: [string, string | undefined] = ['', undefined];
    for (const { to, notice } of notices) {
      if (notice.kind === 'started') this.#lastGames.set(to, notice.game);
      const text = writeNotice(notice, this.#size);
      if (text === previous) output.pop();
      recipients = text === previous ? `${recipients}, ${this.#labels.get(to)}` : `${this.#labels.get(to)}`;
      previous = text;
      output.push(`  ${recipients}: ${text}`);
    }
    return output;
  }
}
