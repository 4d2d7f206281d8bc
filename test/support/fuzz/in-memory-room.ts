import assert from 'node:assert/strict';
import type { Decision } from '../../../src/lobby/decision.ts';
import type { Input } from '../../../src/lobby/input.ts';
import { Lobby, type LobbyOptions } from '../../../src/lobby/lobby.ts';
import type { Notice } from '../../../src/lobby/notice.ts';
import type { ClientProfile, PlayerId } from '../../../src/lobby/players/player.ts';
import type { ServiceMode } from '../../../src/lobby/service-mode.ts';
import type { Protocol } from '../../../src/protocols/protocol-module.ts';
import type {
  OpenServerSession,
  ServerSession,
  ServerSessionOutput,
} from '../../../src/protocols/server-session-types.ts';

export interface ProtocolListener {
  readonly protocol: Protocol;
  readonly open: OpenServerSession;
  readonly listener: string;
}

/** Takes what one guest is told, a write at a time. */
export type OutputHandler = (who: number, bytes: Uint8Array) => void;

interface Guest {
  readonly who: number;
  readonly player: PlayerId;
  client: ClientProfile;
  readonly session: ServerSession;
  unanswered: number;
  open: boolean;
}

interface Letter {
  readonly decision: Decision;
  readonly requester: Guest | undefined;
}

/** A session never has more of a message than the longest that there can be, when nothing is unanswered. */
const LONGEST_BEGINNING = 65_541;
const MOST_RINGS = 10_000;

/**
 * Sessions and the lobby itself, joined as the hub joins them, but at once and without a journal. What has been decided
 * may be held back as it is while the disk is busy.
 */
export class Room {
  readonly #lobby: Lobby;
  readonly #hears: OutputHandler;
  readonly #guests = new Map<number, Guest>();
  #pending: Letter[] = [];
  #telling = false;
  #held = false;
  #now = 1_000_000;
  #players = 0;

  constructor(options: LobbyOptions, hears: OutputHandler) {
    this.#lobby = new Lobby(options);
    this.#hears = hears;
  }

  get now(): number {
    return this.#now;
  }

  /** Whoever was called so before is lost. */
  connect(who: number, { protocol, open, listener }: ProtocolListener, address: string): void {
    this.lose(who);
    const client = { protocol: protocol.name, listener, address };
    const player = ++this.#players;
    const guest: Guest = { who, player, client, session: open(this.#now), unanswered: 0, open: true };
    this.#guests.set(who, guest);
    this.#do(guest, guest.session.open(this.#now));
  }

  isOpen(who: number): boolean {
    return this.#guests.get(who)?.open === true;
  }

  say(who: number, bytes: Uint8Array): void {
    const guest = this.#guests.get(who);
    if (guest === undefined || !guest.open) return;
    this.#lobby.step({ kind: 'heard', player: guest.player }, this.#now);
    this.#do(guest, guest.session.receive(bytes, this.#now));
    const { backlog } = guest.session;
    if (guest.open && guest.unanswered === 0) assert(backlog <= LONGEST_BEGINNING, `${backlog} bytes wait for ever`);
  }

  lose(who: number): void {
    const guest = this.#guests.get(who);
    if (guest?.open) this.#drop(guest, 'lost');
  }

  /** What is decided from now on is not told before `release`. */
  hold(): void {
    this.#held = true;
  }

  release(): void {
    this.#held = false;
    this.#tell();
  }

  restrict(mode: ServiceMode): void {
    this.#apply({ kind: 'service-mode', mode });
  }

  stopGame(game: number): void {
    this.#apply({ kind: 'stop-game', game });
  }

  sendAway(name: string): void {
    this.#apply({ kind: 'kick', name });
  }

  /** As when the server stops. */
  farewell(): void {
    this.release();
    for (const guest of this.#guests.values()) {
      this.#hear(guest, { kind: 'farewell' });
      guest.open = false;
    }
  }

  /** Time goes by, and whatever is due in it rings at its time. */
  wait(milliseconds: number): void {
    const until = this.#now + milliseconds;
    for (let rings = 0; ; rings++) {
      assert(rings < MOST_RINGS, 'what is due stays due');
      const due = this.#due();
      if (due === undefined || due > until) break;
      this.#now = Math.max(this.#now, due);
      this.#ring();
    }
    this.#now = until;
  }

  /** Nobody is here any more, and the time of those who could come back is over: nothing may be left. */
  checkEmpty(): void {
    this.release();
    this.restrict('open');
    for (const who of this.#guests.keys()) this.lose(who);
    this.wait(10_000_000);
    const left = Object.entries(this.#lobby.statistics).filter(([, count]) => count > 0);
    assert.deepEqual(left, [], 'somebody or something is left');
  }

  #due(): number | undefined {
    let due = this.#lobby.deadline;
    for (const { open, session } of this.#guests.values()) {
      const deadline = open ? session.deadline : undefined;
      if (deadline !== undefined && (due === undefined || deadline < due)) due = deadline;
    }
    return due;
  }

  #ring(): void {
    if ((this.#lobby.deadline ?? Number.POSITIVE_INFINITY) <= this.#now) this.#apply({ kind: 'time' });
    for (const guest of [...this.#guests.values()]) {
      const { session } = guest;
      if (guest.open && (session.deadline ?? Number.POSITIVE_INFINITY) <= this.#now)
        this.#do(guest, session.tick(this.#now));
    }
  }

  #hear(guest: Guest, notice: Notice): void {
    if (guest.open) this.#do(guest, guest.session.notify(notice, this.#now));
  }

  #do(guest: Guest, { send, ask, signIn, lookUp, close }: ServerSessionOutput): void {
    if (!guest.open) return;
    for (const bytes of send) this.#hears(guest.who, bytes);
    for (const command of ask) {
      guest.unanswered++;
      const { player, client } = guest;
      this.#post(this.#lobby.step({ kind: 'command', player, client, command }, this.#now), guest);
      if (!guest.open) return;
    }
    if (signIn !== undefined && !close) {
      // The same password is always right.
      const isRight = signIn.password !== 'wrong';
      guest.client = isRight ? { ...guest.client, ownedName: signIn.name } : guest.client;
      const result = isRight
        ? ({ kind: 'signed-in', name: signIn.name } as const)
        : ({ kind: 'refused', reason: 'wrong name or password' } as const);
      this.#do(guest, guest.session.signedIn?.(result, this.#now) ?? assert.fail('nothing waits for a password'));
      return;
    }
    if (lookUp !== undefined && !close) {
      // The archive is empty.
      this.#do(guest, guest.session.found?.({ kind: 'nothing' }, this.#now) ?? assert.fail('nothing was asked'));
      return;
    }
    if (!close) return;
    this.#drop(guest, 'dismissed');
    checkSilent(guest.session, this.#now);
  }

  #drop(guest: Guest, kind: 'lost' | 'dismissed'): void {
    guest.open = false;
    this.#apply({ kind, player: guest.player });
  }

  #apply(input: Input): void {
    this.#post(this.#lobby.step(input, this.#now), undefined);
  }

  #post(decision: Decision, requester: Guest | undefined): void {
    this.#pending.push({ decision, requester });
    this.#tell();
  }

  #tell(): void {
    if (this.#telling || this.#held) return;
    this.#telling = true;
    // Telling adds to the row that is being told, and an array's iterator sees what is added.
    for (const { decision, requester } of this.#pending) {
      if (requester?.open && decision.answer !== undefined)
        this.#do(requester, requester.session.answer(decision.answer, this.#now));
      for (const { to, notice } of decision.notices) {
        for (const guest of this.#guests.values()) if (guest.player === to) this.#hear(guest, notice);
      }
      if (requester === undefined) continue;
      requester.unanswered--;
      if (requester.open) this.#do(requester, requester.session.proceed(this.#now));
    }
    this.#pending = [];
    this.#telling = false;
  }
}

/** Whatever still happens to a conversation that is over, nothing is said or asked. */
function checkSilent(session: ServerSession, now: number): void {
  const late = Number.MAX_SAFE_INTEGER;
  const effects = [
    session.receive(Buffer.from('\nPLAY\nCORE.BYE\nPASS\n'), now),
    session.notify({ kind: 'begun' }, now),
    session.notify({ kind: 'farewell' }, now),
    session.tick(late),
  ];
  for (const { send, ask, close } of effects) {
    assert.deepEqual([send, ask, close], [[], [], true], 'goes on after the end');
  }
  assert.equal(session.backlog, 0, 'keeps what nobody will read');
}
