import { DaigoClient } from '../clients/daigo.ts';
import { pick, type Roll } from '../clients/dice.ts';
import { GoClient } from '../clients/go-client.ts';
import { GomokursClient } from '../clients/gomokurs.ts';
import { NedapClient } from '../clients/nedap.ts';
import { Nu6Client } from '../clients/nu6.ts';
import type { Person, Player } from '../clients/person.ts';
import { playOutOfTurn, takeTurn } from '../clients/turn.ts';
import { WebClient } from '../clients/web.ts';
import { knownTurns, wasSo, witness } from '../clients/witness.ts';
import type { World } from '../world/world.ts';
import type { SlowJournal } from './slow-journal.ts';
import { followWhim } from './whim.ts';
import { Wire } from './wire.ts';

const TEMPER = { wrong: 15, resigns: 8 };
const PIECES = [1, 2, 7, 40, 1000, 1_000_000] as const;
const RECIPIENTS = ['emma0', 'Nobody', 'guest-1', 'anna-0'] as const;
const WORDS = ['hoi', 'a~b', 'Łódź 天元', 'a  b', 'x'.repeat(300), 'ack\tyourturn', '👋'] as const;

/** One of the people of a simulation, with one connection after another. */
export class Guest {
  #client: Player | undefined;
  readonly #person: Person;
  readonly #roll: Roll;
  readonly #journal: SlowJournal;
  readonly #note: (bytes: Uint8Array) => void;
  /** Hears everything at once, so that nobody can be told what is not kept at that very moment. */
  readonly #isNear: boolean;
  #wire: Wire | undefined;
  #before: Player | undefined;
  /** Wires whose end the server has not noticed. */
  #abandoned: Wire[] = [];
  /** Wires on which the server still hears what was said. */
  #finishing: Wire[] = [];
  #checked = '';
  #hasHeard = false;

  constructor(person: Person, roll: Roll, journal: SlowJournal, note: (bytes: Uint8Array) => void) {
    this.#person = person;
    this.#roll = roll;
    this.#journal = journal;
    this.#note = note;
    this.#isNear = roll(2) === 0;
  }

  /** Bytes are on their way. */
  get isBusy(): boolean {
    return this.#wire !== undefined && (this.#wire.hasForServer || this.#wire.hasForClient);
  }

  /** Some bytes go on, in one direction. */
  carry(): void {
    const most = pick(this.#roll, PIECES);
    if (this.#wire?.hasForServer && (!this.#wire.hasForClient || this.#roll(2) === 0)) this.#wire.toServer(most);
    else this.#receive(most);
  }

  /** All bytes go on, in both directions; whether there were any. */
  carryAll(): boolean {
    const moved = this.isBusy;
    this.#wire?.toServer(Number.MAX_SAFE_INTEGER);
    this.#receive(Number.MAX_SAFE_INTEGER);
    return moved;
  }

  poll(): void {
    if (this.#client?.closed === false) this.#client.poll();
    this.#flush();
  }

  listen(): void {
    if (this.#isNear) this.#receive(Number.MAX_SAFE_INTEGER);
  }

  /** Does something, or nothing. */
  live(world: World): void {
    const client = this.#client;
    if (this.#wire === undefined) {
      if (this.#roll(4) === 0) this.#arrive(world);
      else if (this.#roll(20) === 0) this.#abandoned.shift()?.lose();
      return;
    }
    if (client === undefined || client.closed) return;
    // In the middle of being told of its game, who comes back would take an old turn for its own.
    if (this.#before !== undefined && this.#wire.hasForClient) return;
    if (client.isOnTurn && this.#roll(4) > 0) takeTurn(client, TEMPER, this.#roll);
    else this.#idle(client);
    this.#flush();
  }

  /** Hangs up in one way or another. */
  goAway(): void {
    const client = this.#client;
    const wire = this.#wire;
    if (wire === undefined || client === undefined) return;
    const way = this.#roll(4);
    const isNamed = ['nu6', 'nedap', 'daigo', 'web'].includes(this.#person.protocol);
    if (way === 0 && client.leave()) {
      this.#flush();
      return;
    }
    if (way === 1 && isNamed) wire.finish();
    else if (way === 2 && isNamed) wire.vanish();
    else wire.lose();
    if (way === 1 && isNamed) this.#finishing.push(wire);
    if (way === 2 && isNamed) this.#abandoned.push(wire);
    this.#forget();
  }

  mayBeDismissed(): void {
    if (this.#client !== undefined) this.#client.mayBeDismissed = true;
  }

  /** The server is gone, and what it has said arrives, or some of it. */
  outlive(whole: boolean, how: 'cut' | 'lose' = 'cut'): void {
    this.#receive(whole ? Number.MAX_SAFE_INTEGER : this.#roll(200));
    for (const wire of [this.#wire, ...this.#abandoned, ...this.#finishing]) wire?.[how]();
    this.#abandoned = [];
    this.#finishing = [];
    this.#forget();
  }

  /** What the client knows is what the journal knows, all of it; `boards` has those of other seats by game. */
  compare(boards: Map<unknown, string>): void {
    const client = this.#client;
    if (client instanceof WebClient) this.#compareWatched(client);
    const record = client?.playing;
    if (client === undefined || record === undefined || !this.#isAtTable(client)) return;
    const game = this.#witnessed(client);
    if (game.ended !== undefined) client.fail('the game is over, and nobody has told me');
    // In Gomokurs a player hears of its own stone by the answer to it.
    if (client instanceof GomokursClient) return;
    const stones = game.turns.filter((turn) => turn !== 'pass').length;
    const known = knownTurns(record).filter((turn) => turn !== 'pass').length;
    const uncertain = client instanceof GoClient && client.game?.uncertain;
    if (uncertain) return;
    if (stones !== known) client.fail(`I know ${known} stones of ${stones}\n${record}`);
    const other = boards.get(game);
    if (other !== undefined && other !== `${record}`)
      client.fail(`my board is\n${record}\nand my opponent's\n${other}`);
    boards.set(game, `${record}`);
  }

  #arrive(world: World): void {
    const { listener, address, size } = this.#person;
    this.#client = this.#person.arrive(this.#before);
    this.#wire = new Wire(world.reception(listener), address, this.#note);
    this.#checked = '';
    this.#hasHeard = false;
    this.#client.seek(size);
    this.#flush();
  }

  #idle(client: Player): void {
    const dice = this.#roll(1000);
    if (client instanceof WebClient && dice < 450) {
      followWhim(client, { texts: WORDS, recipients: RECIPIENTS }, this.#roll);
      return;
    }
    if (dice < 500) {
      client.poll();
      return;
    }
    const single = this.#person.protocol === 'remastered' || this.#person.protocol === 'gomokurs';
    if (client.playing === undefined && !client.isSeeking && !single) client.seek(this.#person.size);
    else if (dice < 530) this.#talk(client);
    else if (dice < 533) client.babble();
    else if (dice < 540 && client instanceof GoClient && client.playing && !client.isOnTurn) playOutOfTurn(client);
    else if (dice < 543 && client instanceof Nu6Client && client.playing === undefined) client.seek(this.#person.size);
    else if (dice < 560 && this.#finishing.length > 0) this.#catchUp(client);
  }

  /** The rest of an earlier connection arrives; a name in it takes the place of whoever bears it and has long been silent. */
  #catchUp(client: Player): void {
    client.mayBeDismissed = true;
    this.#finishing.shift()?.toServer(Number.MAX_SAFE_INTEGER);
  }

  #talk(client: Player): void {
    const words = pick(this.#roll, WORDS);
    const lists = this.#roll(2) === 0;
    if (client instanceof Nu6Client) {
      if (!client.isPresent) return;
      if (lists) client.list();
      else client.chat(words, this.#roll(2) === 0 ? undefined : pick(this.#roll, RECIPIENTS));
    } else if (client instanceof NedapClient) client.chat(words);
    else if (client instanceof DaigoClient) client.list();
    else if (client instanceof GomokursClient && client.playing !== undefined) client.chat(words);
  }

  #receive(most: number): void {
    const client = this.#client;
    const wire = this.#wire;
    if (client === undefined || wire === undefined) return;
    if (wire.hasForClient) {
      this.#hasHeard = true;
      client.receive(wire.toClient(most));
      this.#flush();
      this.#check(client);
    }
    if (!wire.isOver) return;
    // The plain port waits for an opening for half a minute only.
    if (this.#hasHeard || this.#person.listener !== 'plain') client.hungUp();
    this.#forget();
  }

  /** Whether the client has been told of a game; remastered shows a board before there is an opponent. */
  #isAtTable({ game }: Player): boolean {
    if (game === undefined) return false;
    return this.#person.protocol !== 'remastered' || knownTurns(game).length > 0;
  }

  /** Nobody is told of what is not kept. */
  #check(client: Player): void {
    const { game } = client;
    if (client instanceof WebClient) this.#checkWatched(client);
    if (game === undefined || !this.#isAtTable(client)) return;
    const state = `${game.size} ${knownTurns(game).join(' ')} ${game.ending?.words}`;
    if (state !== this.#checked) this.#witnessed(client);
    this.#checked = state;
  }

  #checkWatched(client: WebClient): void {
    for (const [id, { record }] of client.watched) {
      if (wasSo(this.#journal.keptGame(id), knownTurns(record))) continue;
      client.fail(`the journal does not know of ${knownTurns(record).join(' ')} in game ${id}`);
    }
  }

  /** What is watched is what the journal knows, all of it. */
  #compareWatched(client: WebClient): void {
    for (const [id, { record }] of client.watched) {
      const { turns, ended } = this.#journal.keptGame(id);
      const known = knownTurns(record);
      if (ended !== undefined || turns.join() !== known.join()) client.fail(`game ${id} has become ${turns.join(' ')}`);
    }
  }

  #witnessed(client: Player) {
    const { game } = client;
    const kept = game && witness(this.#person, game, this.#journal.gamesOf(this.#person.address));
    if (game === undefined || kept === undefined) {
      const games = this.#journal.gamesOf(this.#person.address).map((each) => JSON.stringify(each));
      client.fail(`the journal does not know of ${knownTurns(game!).join(' ')}\n${game}\nbut of\n${games.join('\n')}`);
    }
    return kept;
  }

  /** The connection is no more; what the client knows stays, unless its game is over. */
  #forget(): void {
    const client = this.#client;
    if (client?.game !== undefined && client.playing === undefined) this.#before = undefined;
    else this.#before = client ?? this.#before;
    this.#client = undefined;
    this.#wire = undefined;
  }

  #flush(): void {
    const said = this.#client?.output();
    if (said === undefined || said.length === 0) return;
    this.#note(said);
    this.#wire?.say(said);
  }
}
