import assert from 'node:assert/strict';
import skeleton from 'unhomoglyph';
import type { Command } from '../../../src/lobby/command.ts';
import type { Decision } from '../../../src/lobby/decision.ts';
import type { GameParameters } from '../../../src/lobby/game-parameters.ts';
import type { JournalEntry } from '../../../src/lobby/games/game-event.ts';
import { unfinishedGame } from '../../../src/lobby/games/unfinished-game.ts';
import type { Input } from '../../../src/lobby/input.ts';
import { Lobby, type LobbyOptions } from '../../../src/lobby/lobby.ts';
import type { ProtocolTraits } from '../../../src/lobby/players/names.ts';
import type { ClientProfile, PlayerId } from '../../../src/lobby/players/player.ts';
import type { ServiceMode } from '../../../src/lobby/service-mode.ts';
import { writeAnswer, writeEntry, writeNotice } from './dialogue-format.ts';
import { oneOf, readPoint, WordReader } from './dialogue-words.ts';

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
  const stage = new DialogueLobby(options);
  const actual = expected.filter((line) => !line.startsWith(' ')).flatMap((line) => [line, ...stage.perform(line)]);
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

const HOME: ClientProfile = { protocol: 'nu6', listener: 'plain', address: 'home' };

class DialogueLobby {
  readonly #options: LobbyOptions;
  readonly #log: boolean;
  readonly #journal = new Map<number, JournalEntry[]>();
  readonly #playerIds = new Map<string, PlayerId>();
  readonly #labels = new Map<PlayerId, string>();
  readonly #profiles = new Map<PlayerId, ClientProfile>();
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
    const said = this.#prepare(new WordReader(prepared)) ?? this.#step(prepared);
    const refused = said.find((each) => each.includes('= refused'));
    assert(refused === undefined, `${line} ${refused}`);
    return [];
  }

  /** Lines that stand for several inputs of two players: `alice and bob sit down to go 9`; `alice and bob play c3 pass d4`. */
  #prepare(words: WordReader): string[] | undefined {
    const one = words.next();
    if (!words.skip('and')) return undefined;
    const people = [one, words.next()];
    if (words.skip('sit down to')) {
      const seek = words.rest();
      return people.flatMap((who) => [
        ...(this.#playerIds.has(who) ? [] : this.#step(`${who} enters`)),
        ...this.#step(`${who} seeks ${seek}`),
      ]);
    }
    assert(words.skip('play'), `what do ${people.join(' and ')} do?`);
    const said: string[] = [];
    for (let turn = 0; !words.isDone; turn++) {
      const move = words.next();
      said.push(...this.#step(`${people[turn % 2]} ${move === 'pass' ? 'passes' : `plays ${move}`}`));
    }
    return said;
  }

  #step(line: string): string[] {
    const words = new WordReader(line);
    if (words.skip('the server restarts')) return [...this.#restore(), ...this.#open()];
    if (words.skip('the server reads its games')) return this.#restore();
    if (words.skip('the server opens')) return this.#open();
    if (words.skip('only ends are kept')) return this.#restrict('endings-only');
    if (words.skip('no game begins')) return this.#restrict('no-new-games');
    if (words.skip('all is open')) return this.#restrict('open');
    if (words.skip('somebody in charge')) return this.#manage(words);
    const who = words.next();
    if (words.skip('s pass')) return this.#advance(Number(who));
    if (words.skip('enters')) return this.#enter(who, words);
    if (words.skip('connects')) {
      const account = words.skip('owning') ? { ownedName: words.next(), protocol: 'web' } : {};
      return this.#connect(who, { ...HOME, ...account });
    }
    const id = this.#playerIds.get(who);
    assert(id !== undefined, `${who} has not entered`);
    if (words.skip('says anything')) {
      return this.#apply({ kind: 'heard', player: id });
    }
    if (words.skip('is away for')) {
      const until = this.#now + 1000 * Number(words.next());
      return this.#apply({ kind: 'away', player: id, until });
    }
    if (words.skip('is back')) return this.#apply({ kind: 'away', player: id });
    if (words.skip('is lost')) return this.#apply({ kind: 'lost', player: id });
    if (words.skip('is dismissed')) return this.#apply({ kind: 'dismissed', player: id });
    return this.#sendCommand(id, this.#inGame(id, this.#command(words)));
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

  #command(words: WordReader): Command {
    if (words.skip('seeks')) return this.#sized(words.seek());
    if (words.skip('offers games')) return words.offerGames();
    if (words.skip('takes')) return this.#sized({ kind: 'take', host: words.next(), parameters: words.parameters() });
    if (words.skip('returns to')) return this.#sized({ kind: 'return', parameters: words.parameters() });
    if (words.skip('returns')) return { kind: 'return' };
    if (words.skip('accepts the marks')) return { kind: 'accept-marks' };
    if (words.skip('accepts')) return { kind: 'accept-invitation', invitation: words.key() };
    if (words.skip('cancels')) return { kind: 'cancel' };
    if (words.skip('practises')) {
      return this.#sized({
        kind: 'seek',
        opponentKind: 'self',
        parameters: words.parameters(),
        handshake: words.skip('not ready'),
      });
    }
    if (words.skip('renames to')) {
      return { kind: 'rename', name: words.next(), ...(words.skip('numbered') ? { ifTaken: 'number' } : {}) };
    }
    if (words.skip('lists')) return { kind: 'seeks', parameters: words.parameters() };
    if (words.skip('asks who is here')) return { kind: 'who' };
    if (words.skip('is ready')) return { kind: 'ready' };
    if (words.skip('plays')) {
      const move = words.next();
      const point = move === 'off-board' ? move : readPoint(this.#size, move);
      const game = words.skip('in game') ? { game: words.number() } : {};
      return { kind: 'play', point, ...game, ...(words.skip('in') ? { spent: words.number() } : {}) };
    }
    if (words.skip('passes if stuck')) return { kind: 'pass', ifStuck: true };
    if (words.skip('passes')) return { kind: 'pass' };
    if (words.skip('forfeits')) {
      return { kind: 'forfeit', how: oneOf(['resigned', 'fouled'], words.next()) };
    }
    if (words.skip('proposes')) return { kind: 'propose', what: oneOf(['undo', 'draw', 'adjourn'], words.next()) };
    if (words.skip('reopens')) return { kind: 'reopen', game: words.number() };
    if (words.skip('agrees')) return { kind: 'agree' };
    if (words.skip('declines the seek of')) return { kind: 'decline-seek', host: words.rest() };
    if (words.skip('declines')) return { kind: 'decline' };
    if (words.skip('marks')) {
      const point = readPoint(this.#size, words.next());
      const dead = oneOf(['dead', 'alive'], words.skip('as') ? words.next() : 'dead') === 'dead';
      return { kind: 'mark', point, dead, ...(words.skip('in game') ? { game: words.number() } : {}) };
    }
    if (words.skip('resumes')) return { kind: 'resume-play' };
    if (words.skip('looks up')) return { kind: 'look-up', name: words.rest() };
    if (words.skip('counts moves of')) return { kind: 'count-moves', games: [words.number()] };
    if (words.skip('observes')) return { kind: 'observe' };
    if (words.skip('unobserves')) return { kind: 'unobserve' };
    if (words.skip('watches')) {
      const game = words.number();
      return { kind: 'watch', game, ...(words.skip('with') ? { key: words.key() } : {}) };
    }
    if (words.skip('unwatches')) return { kind: 'unwatch', game: words.number() };
    if (words.skip('is kicked for')) return { kind: 'leave', kickedFor: oneOf(['occupied', 'ko'], words.next()) };
    if (words.skip('leaves')) return { kind: 'leave' };
    if (!words.skip('tells')) assert.fail(`what happens? ${words.rest()}`);
    if (words.skip('game')) return { kind: 'chat', to: { game: words.number() }, text: words.rest() };
    const to = words.next();
    return { kind: 'chat', to: to === 'everyone' || to === 'opponent' ? to : { name: to }, text: words.rest() };
  }

  /** Remembers the board of a seek: points in the following lines belong to this board. */
  #sized(command: Command & { readonly parameters: GameParameters }): Command {
    this.#size = command.parameters.size;
    return command;
  }

  /** `enters as Bob`, `nameless`, `wishing go 9`, `speaking nedap`, `from afar`, `on side`, `chatting` (`only`), `capacity 2`. */
  #enter(who: string, words: WordReader): string[] {
    let profile = HOME;
    let command: Command & { kind: 'enter' } = { kind: 'enter', name: who };
    while (!words.isDone) {
      if (words.skip('as')) command = { ...command, name: words.next() };
      else if (words.skip('nameless')) command = { kind: 'enter' };
      else if (words.skip('wishing')) command = { ...command, parameters: words.parameters() };
      else if (words.skip('chatting')) command = { ...command, hears: ['chat', 'arrivals'] };
      else if (words.skip('only')) command = { ...command, hears: ['chat'] };
      else if (words.skip('capacity')) command = { ...command, capacity: words.number() };
      else if (words.skip('from')) profile = { ...profile, address: words.next() };
      else if (words.skip('replacing')) command = { ...command, replacesOwn: true };
      else if (words.skip('owning')) profile = { ...profile, ownedName: words.next() };
      else if (words.skip('marking')) command = { ...command, canMark: true };
      else if (words.skip('proposing')) profile = { ...profile, protocol: 'web' };
      else if (words.skip('on')) profile = { ...profile, listener: words.next() };
      else {
        assert(words.skip('speaking'), `how does ${who} enter?`);
        profile = { ...profile, protocol: words.next() };
      }
    }
    const connected = this.#playerIds.get(who);
    if (connected === undefined || this.#entered.has(connected)) this.#connect(who, profile);
    const id = this.#playerIds.get(who) ?? assert.fail(`${who} is not connected`);
    this.#entered.add(id);
    return this.#sendCommand(id, command);
  }

  #connect(who: string, profile: ClientProfile): string[] {
    const id = ++this.#players;
    this.#profiles.set(id, profile);
    this.#playerIds.set(who, id);
    this.#labels.set(id, who);
    return [];
  }

  #restrict(mode: ServiceMode): string[] {
    return this.#apply({ kind: 'service-mode', mode });
  }

  /** `stops 1`, `removes bob`, `removes everybody from home`, `reserves alice`, `unreserves alice`, `admits alice from home for 10 s`, `opens alice from home for 60 s`. */
  #manage(words: WordReader): string[] {
    this.#lobby.setSkeleton(skeleton);
    if (words.skip('reserves')) {
      const name = words.next();
      return this.#apply({ kind: 'reserve-name', name, ...(words.skip('guarded') ? { guarded: true } : {}) });
    }
    if (words.skip('opens')) {
      const name = words.next();
      const address = words.skip('from') ? { address: words.next() } : {};
      const seconds = words.skip('for') ? words.number() : assert.fail('for how long?');
      return this.#apply({ kind: 'open-name', name, ...address, until: this.#now + seconds * 1000 });
    }
    if (words.skip('unreserves')) return this.#apply({ kind: 'unreserve-name', name: words.next() });
    if (words.skip('admits')) {
      const name = words.next();
      const address = words.skip('from') ? words.next() : assert.fail('from where?');
      const seconds = words.skip('for') ? words.number() : assert.fail('for how long?');
      return this.#apply({ kind: 'admit', name, address, until: this.#now + seconds * 1000 });
    }
    const decision = this.#lobby.step(this.#administration(words), this.#now);
    return decision.answer?.kind === 'refused' ? ['  nothing'] : this.#write(decision);
  }

  #administration(words: WordReader): Input {
    if (words.skip('stops')) return { kind: 'stop-game', game: words.number() };
    if (words.skip('removes everybody from')) return { kind: 'kick-addresses', addresses: [words.next()] };
    if (words.skip('removes')) return { kind: 'kick', name: words.next() };
    assert.fail('what is done?');
  }

  #advance(seconds: number): string[] {
    const until = this.#now + seconds * 1000;
    const said: string[] = [];
    for (let next = this.#lobby.deadline; next !== undefined && next <= until; next = this.#lobby.deadline) {
      this.#now = Math.max(this.#now, next);
      said.push(...this.#apply({ kind: 'time' }));
    }
    this.#now = until;
    return said;
  }

  #restore(): string[] {
    this.#playerIds.clear();
    this.#entered.clear();
    this.#lobby = new Lobby(this.#options);
    for (const entries of this.#journal.values()) {
      if (entries.at(-1)?.event.kind !== 'ended') this.#lobby.resume(unfinishedGame(entries));
    }
    return this.#apply({ kind: 'raise-last-game', game: Math.max(0, ...this.#journal.keys()) });
  }

  #open(): string[] {
    return this.#apply({ kind: 'opened' });
  }

  #write({ answer, entries, notices }: Decision, asked = false): string[] {
    for (const entry of entries) this.#journal.set(entry.game, [...(this.#journal.get(entry.game) ?? []), entry]);
    const said = this.#log ? entries.map((entry) => `  kept ${writeEntry(entry, this.#size)}`) : [];
    if (asked) said.push(`  = ${answer === undefined ? 'nothing' : writeAnswer(answer)}`);
    let [hearers, words]: [string, string | undefined] = ['', undefined];
    for (const { to, notice } of notices) {
      if (notice.kind === 'started') this.#lastGames.set(to, notice.game);
      const text = writeNotice(notice, this.#size);
      if (text === words) said.pop();
      hearers = text === words ? `${hearers}, ${this.#labels.get(to)}` : `${this.#labels.get(to)}`;
      words = text;
      said.push(`  ${hearers}: ${words}`);
    }
    return said;
  }
}
