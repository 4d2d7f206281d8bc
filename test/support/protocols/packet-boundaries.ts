import assert from 'node:assert/strict';
import type { Command, CommandAnswer } from '../../../src/lobby/command.ts';
import type { Decision } from '../../../src/lobby/decision.ts';
import type { GameParameters } from '../../../src/lobby/game-parameters.ts';
import { Lobby } from '../../../src/lobby/lobby.ts';
import type { ConnectionProfile, PlayerId } from '../../../src/lobby/players/player.ts';
import type { ServedProtocol } from '../../../src/protocols/protocol-module.ts';
import type { ProtocolSettings } from '../../../src/protocols/protocol-settings.ts';
import type { ServerSession, ServerSessionOutput } from '../../../src/protocols/server-session-types.ts';
import { pointAt, square } from '../../../src/rules/point.ts';

/**
 * Asserts that a client's bytes have the same effects in one packet and byte by byte. A player called `rival` accepts each seek of the
 * client and answers each move at once: a stone with a pass, and a pass with a stone, so that only the client makes a second pass.
 */
export function assertSameInAnyPackets(protocol: ServedProtocol, settings: ProtocolSettings, sent: Uint8Array): void {
  const bytes = [...sent].map((byte) => Uint8Array.of(byte));
  for (const rivalSeeksFirst of [false, true]) {
    assert.deepEqual(
      sessionTranscript(protocol, settings, rivalSeeksFirst, [sent]),
      sessionTranscript(protocol, settings, rivalSeeksFirst, bytes),
    );
  }
}

/** The messages (`>`) and commands (`?`) of a session that receives these packets, and `closed` if it closes. */
export function sessionTranscript(
  protocol: ServedProtocol,
  settings: ProtocolSettings,
  rivalWaits: boolean,
  packets: Uint8Array[],
): string[] {
  const pair = new SessionWithRival(protocol, settings, rivalWaits);
  for (const packet of packets) pair.receive(packet);
  return pair.transcript;
}

const [CLIENT, RIVAL]: [PlayerId, PlayerId] = [1, 2];

/** One session with a lobby. Answers and notices are delivered at once, in the order of the hub. */
class SessionWithRival {
  readonly transcript: string[] = [];
  readonly #lobby: Lobby;
  readonly #session: ServerSession;
  /** Whether the rival's seek comes first, so that the rival has the colour of the waiting player. */
  readonly #rivalSeeksFirst: boolean;
  readonly #pending: Command[] = [];
  readonly #profile: ConnectionProfile;
  #parameters: GameParameters | undefined;
  #closed = false;

  constructor(protocol: ServedProtocol, settings: ProtocolSettings, rivalWaits: boolean) {
    const open = protocol.configure(settings);
    assert.ok(open.ok);
    this.#session = open.value(0);
    this.#lobby = new Lobby({ protocols: [protocol], grace: 0, resume: 0, idle: 3_600_000 });
    this.#profile = { protocol: protocol.name, listener: 'plain', address: '127.0.0.1' };
    this.#decide(RIVAL, { kind: 'enter', name: 'rival', receives: ['chat', 'arrivals'] });
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
    const isSeek = command.kind === 'seek' || command.kind === 'take';
    if (isSeek) this.#parameters = command.parameters;
    if (isSeek && this.#rivalSeeksFirst) this.#deliver(this.#rivalSeeks());
    const decision = this.#decide(CLIENT, command);
    this.#deliver(decision, decision.answer);
    if (isSeek) this.#deliver(this.#rivalSeeks());
    this.#rivalMoves(command.kind === 'play');
    this.#record(this.#session.proceed(0));
  }

  #deliver({ notices }: Decision, answer?: CommandAnswer): void {
    if (answer !== undefined && !this.#closed) this.#record(this.#session.answer(answer, 0));
    for (const { to, notice } of notices) {
      if (to === CLIENT && !this.#closed) this.#record(this.#session.notify(notice, 0));
    }
  }

  /** Has no effect if the rival plays already. */
  #rivalSeeks(): Decision {
    assert.ok(this.#parameters !== undefined);
    return this.#decide(RIVAL, { kind: 'seek', parameters: this.#parameters });
  }

  #rivalMoves(passes: boolean): void {
    if (this.#parameters === undefined) return;
    if (passes && this.#parameters.game === 'go') {
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
