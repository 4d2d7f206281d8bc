import assert from 'node:assert/strict';
import type { Decision } from '../../../src/lobby/decision.ts';
import type { Input } from '../../../src/lobby/input.ts';
import { Lobby, type LobbyOptions } from '../../../src/lobby/lobby.ts';
import type { Notice } from '../../../src/lobby/notice.ts';
import type { ConnectionProfile, PlayerId } from '../../../src/lobby/players/player.ts';
import type { ServiceMode } from '../../../src/lobby/service-mode.ts';
import type { ServedProtocol } from '../../../src/protocols/protocol-module.ts';
import type {
  OpenServerSession,
  ServerSession,
  ServerSessionOutput,
} from '../../../src/protocols/server-session-types.ts';

export interface ProtocolListener {
  readonly protocol: ServedProtocol;
  readonly open: OpenServerSession;
  readonly listener: string;
}

/** Called for each write to a client. */
export type OutputHandler = (index: number, bytes: Uint8Array) => void;

interface HubClient {
  readonly index: number;
  readonly player: PlayerId;
  profile: ConnectionProfile;
  readonly session: ServerSession;
  unanswered: number;
  open: boolean;
}

interface PendingDecision {
  readonly decision: Decision;
  readonly requester: HubClient | undefined;
}

/** The limit on bytes of an incomplete message in a session that has no unanswered command. */
const MAX_INCOMPLETE_BYTES = 65_541;
const MAX_DEADLINES = 10_000;

/**
 * Connects sessions with a lobby as the hub does, but without a journal. Decisions are delivered at once, or held back as the commit queue
 * holds them while the disk is busy.
 */
export class InMemoryHub {
  readonly #lobby: Lobby;
  readonly #onOutput: OutputHandler;
  readonly #clients = new Map<number, HubClient>();
  #pending: PendingDecision[] = [];
  #isDelivering = false;
  #isHeld = false;
  #now = 1_000_000;
  #players = 0;

  constructor(options: LobbyOptions, onOutput: OutputHandler) {
    this.#lobby = new Lobby(options);
    this.#onOutput = onOutput;
  }

  get now(): number {
    return this.#now;
  }

  /** Connects a client. An earlier client with this index is disconnected. */
  connect(index: number, { protocol, open, listener }: ProtocolListener, address: string): void {
    this.disconnect(index);
    const profile = { protocol: protocol.name, listener, address };
    const player = ++this.#players;
    const client: HubClient = { index, player, profile, session: open(this.#now), unanswered: 0, open: true };
    this.#clients.set(index, client);
    this.#handleOutput(client, client.session.open(this.#now));
  }

  isOpen(index: number): boolean {
    return this.#clients.get(index)?.open === true;
  }

  receive(index: number, bytes: Uint8Array): void {
    const client = this.#clients.get(index);
    if (client === undefined || !client.open) return;
    this.#lobby.step({ kind: 'bytes-received', player: client.player }, this.#now);
    this.#handleOutput(client, client.session.receive(bytes, this.#now));
    const { backlog } = client.session;
    if (client.open && client.unanswered === 0)
      assert(backlog <= MAX_INCOMPLETE_BYTES, `${backlog} bytes are never read`);
  }

  disconnect(index: number): void {
    const client = this.#clients.get(index);
    if (client?.open) this.#drop(client, 'lost');
  }

  /** Decisions from now on are not delivered before `release`. */
  hold(): void {
    this.#isHeld = true;
  }

  release(): void {
    this.#isHeld = false;
    this.#deliver();
  }

  restrict(mode: ServiceMode): void {
    this.#apply({ kind: 'service-mode', mode });
  }

  stopGame(game: number): void {
    this.#apply({ kind: 'stop-game', game });
  }

  kick(name: string): void {
    this.#apply({ kind: 'kick', name });
  }

  /** Sends all clients the farewell of a server that stops. */
  farewell(): void {
    this.release();
    for (const client of this.#clients.values()) {
      this.#notify(client, { kind: 'farewell' });
      client.open = false;
    }
  }

  /** Time passes, and each deadline is called at its time. */
  wait(milliseconds: number): void {
    const until = this.#now + milliseconds;
    for (let calls = 0; ; calls++) {
      assert(calls < MAX_DEADLINES, 'a deadline does not move after tick');
      const due = this.#nextDeadline();
      if (due === undefined || due > until) break;
      this.#now = Math.max(this.#now, due);
      this.#callDeadlines();
    }
    this.#now = until;
  }

  /** Disconnects all clients, and waits until no reserved seat is left. The lobby must then be empty. */
  checkEmpty(): void {
    this.release();
    this.restrict('open');
    for (const index of this.#clients.keys()) this.disconnect(index);
    this.wait(10_000_000);
    const left = Object.entries(this.#lobby.statistics).filter(([, count]) => count > 0);
    assert.deepEqual(left, [], 'the lobby is not empty');
  }

  #nextDeadline(): number | undefined {
    let due = this.#lobby.deadline;
    for (const { open, session } of this.#clients.values()) {
      const deadline = open ? session.deadline : undefined;
      if (deadline !== undefined && (due === undefined || deadline < due)) due = deadline;
    }
    return due;
  }

  #callDeadlines(): void {
    if ((this.#lobby.deadline ?? Number.POSITIVE_INFINITY) <= this.#now) this.#apply({ kind: 'time' });
    for (const client of [...this.#clients.values()]) {
      const { session } = client;
      if (client.open && (session.deadline ?? Number.POSITIVE_INFINITY) <= this.#now)
        this.#handleOutput(client, session.tick(this.#now));
    }
  }

  #notify(client: HubClient, notice: Notice): void {
    if (client.open) this.#handleOutput(client, client.session.notify(notice, this.#now));
  }

  #handleOutput(client: HubClient, { send, ask, signIn, lookUp, close }: ServerSessionOutput): void {
    if (!client.open) return;
    for (const bytes of send) this.#onOutput(client.index, bytes);
    for (const command of ask) {
      client.unanswered++;
      const { player, profile } = client;
      this.#post(this.#lobby.step({ kind: 'command', player, client: profile, command }, this.#now), client);
      if (!client.open) return;
    }
    if (signIn !== undefined && !close) {
      // All passwords are right except `wrong`.
      const isRight = signIn.password !== 'wrong';
      client.profile = isRight ? { ...client.profile, ownedName: signIn.name } : client.profile;
      const result = isRight
        ? ({ kind: 'signed-in', name: signIn.name } as const)
        : ({ kind: 'refused', reason: 'wrong name or password' } as const);
      this.#handleOutput(
        client,
        client.session.signedIn?.(result, this.#now) ?? assert.fail('the session does not wait for a sign-in'),
      );
      return;
    }
    if (lookUp !== undefined && !close) {
      // The archive is empty.
      this.#handleOutput(
        client,
        client.session.found?.({ kind: 'nothing' }, this.#now) ??
          assert.fail('the session does not wait for an answer of the archive'),
      );
      return;
    }
    if (!close) return;
    this.#drop(client, 'dismissed');
    checkNoOutput(client.session, this.#now);
  }

  #drop(client: HubClient, kind: 'lost' | 'dismissed'): void {
    client.open = false;
    this.#apply({ kind, player: client.player });
  }

  #apply(input: Input): void {
    this.#post(this.#lobby.step(input, this.#now), undefined);
  }

  #post(decision: Decision, requester: HubClient | undefined): void {
    this.#pending.push({ decision, requester });
    this.#deliver();
  }

  #deliver(): void {
    if (this.#isDelivering || this.#isHeld) return;
    this.#isDelivering = true;
    // Delivery may add decisions to the array. The loop visits them too.
    for (const { decision, requester } of this.#pending) {
      if (requester?.open && decision.answer !== undefined)
        this.#handleOutput(requester, requester.session.answer(decision.answer, this.#now));
      for (const { to, notice } of decision.notices) {
        for (const client of this.#clients.values()) if (client.player === to) this.#notify(client, notice);
      }
      if (requester === undefined) continue;
      requester.unanswered--;
      if (requester.open) this.#handleOutput(requester, requester.session.proceed(this.#now));
    }
    this.#pending = [];
    this.#isDelivering = false;
  }
}

/** Asserts that a closed session sends nothing and issues no commands, whatever it receives. */
function checkNoOutput(session: ServerSession, now: number): void {
  const late = Number.MAX_SAFE_INTEGER;
  const outputs = [
    session.receive(Buffer.from('\nPLAY\nCORE.BYE\nPASS\n'), now),
    session.notify({ kind: 'play-started' }, now),
    session.notify({ kind: 'farewell' }, now),
    session.tick(late),
  ];
  for (const { send, ask, close } of outputs) {
    assert.deepEqual([send, ask, close], [[], [], true], 'output after the close');
  }
  assert.equal(session.backlog, 0, 'a closed session keeps bytes');
}
