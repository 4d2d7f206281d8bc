import assert from 'node:assert/strict';
import type { Command, CommandAnswer } from '../../../src/lobby/command.ts';
import type { Decision } from '../../../src/lobby/decision.ts';
import type { GameParameters } from '../../../src/lobby/game-parameters.ts';
import { Lobby } from '../../../src/lobby/lobby.ts';
import type { ClientProfile, PlayerId } from '../../../src/lobby/players/player.ts';
import type { Protocol } from '../../../src/protocols/protocol-module.ts';
import type { Settings } from '../../../src/protocols/protocol-settings.ts';
import type { ServerSession, ServerSessionOutput } from '../../../src/protocols/server-session-types.ts';
import { pointAt, square } from '../../../src/rules/point.ts';

/**
 * What a client says must lead to the same in one packet and byte by byte. A rival called `rival` meets each of its
 * wishes and answers each of its turns at once: a stone by a pass, a pass by a stone, so that a second pass is the
 * client's own.
 */
export function assertSameInAnyPackets(protocol: Protocol, settings: Settings, said: Uint8Array): void {
  const bytes = [...said].map((byte) => Uint8Array.of(byte));
  for (const rivalSeeksFirst of [false, true]) {
    assert.deepEqual(
      sessionTranscript(protocol, settings, rivalSeeksFirst, [said]),
      sessionTranscript(protocol, settings, rivalSeeksFirst, bytes),
    );
  }
}

/** What a session says (`>`) and asks (`?`) when its client says this, and `closed` if it closes. */
export function sessionTranscript(
  protocol: Protocol,
  settings: Settings,
  rivalWaits: boolean,
  packets: Uint8Array[],
): string[] {
  const table = new SessionWithRival(protocol, settings, rivalWaits);
  for (const packet of packets) table.receive(packet);
  return table.transcript;
}

const [CLIENT, RIVAL]: [PlayerId, PlayerId] = [1, 2];

/** One session and the lobby itself, with everything told as soon as it is decided, in the order of the hub. */
class SessionWithRival {
  readonly transcript: string[] = [];
  readonly #lobby: Lobby;
  readonly #session: ServerSession;
  /** The rival is there first, and takes the colour of those who wait. */
  readonly #rivalSeeksFirst: boolean;
  readonly #pending: Command[] = [];
  readonly #profile: ClientProfile;
  #parameters: GameParameters | undefined;
  #closed = false;

  constructor(protocol: Protocol, settings: Settings, rivalWaits: boolean) {
    const open = protocol.configure(settings);
    assert.ok(open.ok);
    this.#session = open.value(0);
    this.#lobby = new Lobby({ protocols: [protocol], grace: 0, resume: 0, idle: 3_600_000 });
    this.#profile = { protocol: protocol.name, listener: 'plain', address: '127.0.0.1' };
    this.#decide(RIVAL, { kind: 'enter', name: 'rival', hears: ['chat', 'arrivals'] });
    this.#rivalSeeksFirst = rivalWaits;
  }

  #decide(player: PlayerId, command: Command): Decision {
    return this.#lobby.step({ kind: 'command', player, client: this.#profile, command }, 0);
  }

  receive(packet: Uint8Array): void {
    this.#record(this.#session.receive(packet, 0));
    for (let next = this.#pending.shift(); next !== undefined; next = this.#pending.shift()) this.#execute(next);
  }

  #execute(command: Command): void {
    const isWish = command.kind === 'seek' || command.kind === 'take';
    if (isWish) this.#parameters = command.parameters;
    if (isWish && this.#rivalSeeksFirst) this.#deliver(this.#rivalSeeks());
    const decision = this.#decide(CLIENT, command);
    this.#deliver(decision, decision.answer);
    if (isWish) this.#deliver(this.#rivalSeeks());
    this.#rivalMoves(command.kind === 'play');
    this.#record(this.#session.proceed(0));
  }

  #deliver({ notices }: Decision, answer?: CommandAnswer): void {
    if (answer !== undefined && !this.#closed) this.#record(this.#session.answer(answer, 0));
    for (const { to, notice } of notices) {
      if (to === CLIENT && !this.#closed) this.#record(this.#session.notify(notice, 0));
    }
  }

  /** Refused, without a consequence, if it plays already. */
  #rivalSeeks(): Decision {
    assert.ok(this.#parameters !== undefined);
    return this.#decide(RIVAL, { kind: 'seek', parameters: this.#parameters });
  }

  #rivalMoves(passing: boolean): void {
    if (this.#parameters === undefined) return;
    if (passing && this.#parameters.game === 'go') {
      this.#deliver(this.#decide(RIVAL, { kind: 'pass' }));
      return;
    }
    const board = square(this.#parameters.size);
    for (let index = 0; index < board.width * board.height; index++) {
      const point = pointAt(board, index % board.width, Math.floor(index / board.width));
      assert.ok(point !== undefined);
      const decision = this.#decide(RIVAL, { kind: 'play', point });
      this.#deliver(decision);
      const { answer } = decision;
      if (answer?.kind !== 'refused' || answer.why === 'not-your-turn' || answer.why === 'no-game') return;
    }
  }

  #record({ send, ask, close }: ServerSessionOutput): void {
    this.transcript.push(...send.map((bytes) => `> ${Buffer.from(bytes).toString('latin1')}`));
    this.transcript.push(...ask.map((command) => `? ${command.kind} ${JSON.stringify(command)}`));
    this.#pending.push(...ask);
    if (close && !this.#closed) this.transcript.push('closed');
    this.#closed ||= close;
  }
}
