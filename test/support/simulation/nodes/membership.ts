import assert from 'node:assert/strict';
import type { CommandAnswer } from '../../../../src/lobby/command.ts';
import type { Notice } from '../../../../src/lobby/notice.ts';
import type { PlayerId } from '../../../../src/lobby/players/player.ts';
import type { NodeNumber } from '../../../../src/nodes/stream-message.ts';
import type { ToldLog } from './told-log.ts';

/** So many lines that were told are kept at most. */
const KEPT = 1_000;

/** What the clients of one node must be told, in order, as the stream says it. */
class Script {
  /** With which the node has joined. A `join` that is stored twice is that of two nodes. */
  readonly key: string;
  readonly id: string;
  #lines: string[] = [];
  /** Of the first of these lines. */
  #first = 0;
  /** The node is dead, or has left. */
  isOver = false;

  constructor(key: string, id: string) {
    this.key = key;
    this.id = id;
  }

  copy(): Script {
    const copy = new Script(this.key, this.id);
    [copy.#lines, copy.#first, copy.isOver] = [[...this.#lines], this.#first, this.isOver];
    return copy;
  }

  add(line: string): void {
    this.#lines.push(line);
  }

  line(place: number): string | undefined {
    return this.#lines[place - this.#first];
  }

  from(place: number): readonly string[] {
    return this.#lines.slice(place - this.#first);
  }

  /** Lines before this one are not needed any more. */
  forget(place: number): void {
    if (place - this.#first < KEPT) return;
    this.#lines = this.#lines.slice(place - this.#first);
    this.#first = place;
  }
}

export const answerLine = (tag: number, answer: CommandAnswer | undefined): string =>
  `${tag} ${JSON.stringify(answer)}`;
export const noticeLine = (to: PlayerId, notice: Notice): string => `to ${to} ${JSON.stringify(notice)}`;

/** All nodes that have ever joined, and what each of them must tell. */
export class Membership {
  readonly #told: ToldLog;
  readonly #scripts = new Map<NodeNumber, Script>();
  /** By the sequence of the batch. */
  readonly #heartbeats = new Map<number, { readonly node: NodeNumber; readonly id: string }>();
  readonly #byId = new Map<string, Script>();
  deaths = 0;

  constructor(told: ToldLog) {
    this.#told = told;
  }

  /** The same, to go on from independently. Heartbeats are those of the messages that follow. */
  copy(): Membership {
    const copy = new Membership(this.#told);
    for (const [node, script] of this.#scripts) copy.#add(node, script.copy());
    copy.deaths = this.deaths;
    return copy;
  }

  get joins(): number {
    return this.#scripts.size;
  }

  joined(node: NodeNumber, key: string): void {
    assert(!this.#scripts.has(node), `the number ${node} is used again`);
    this.#add(node, new Script(key, `${key}/${node}`));
  }

  /** Which no other node has, also where a stream that has lost its end gives the number again. */
  idOf(node: NodeNumber): string {
    return this.#scriptOf(node).id;
  }

  left(node: NodeNumber): void {
    this.#scriptOf(node).isOver = true;
    this.deaths++;
  }

  isAlive(node: NodeNumber): boolean {
    return this.#scripts.get(node)?.isOver === false;
  }

  beat(sequence: number, node: NodeNumber, number: number): void {
    this.#heartbeats.set(sequence, { node, id: `${this.#scriptOf(node).key}.${number}` });
  }

  /** The batch that this message is, as its node names it; undefined if it is no heartbeat of the node. */
  heartbeatOf(node: NodeNumber | undefined, sequence: number): string | undefined {
    const heartbeat = this.#heartbeats.get(sequence);
    return heartbeat?.node === node ? heartbeat?.id : undefined;
  }

  tellAnswer(node: NodeNumber, tag: number, answer: CommandAnswer | undefined): void {
    this.#tell(this.#scriptOf(node), answerLine(tag, answer));
  }

  /** A node that leaves by this very decision tells nothing of it. */
  tell(node: NodeNumber, to: PlayerId, notice: Notice, left: readonly NodeNumber[]): void {
    const script = this.#scriptOf(node);
    if (left.includes(node)) return;
    assert(!script.isOver, `a player of node ${node}, which is gone, is told ${JSON.stringify(notice)}`);
    this.#tell(script, noticeLine(to, notice));
  }

  /** What the node must tell at this place. */
  line(id: string, place: number): string | undefined {
    return this.#byId.get(id)?.line(place);
  }

  /** What the node has still to tell. */
  untold(node: NodeNumber): readonly string[] {
    const script = this.#scripts.get(node);
    return script?.from(this.#told.count(script.id)) ?? [];
  }

  #tell(script: Script, line: string): void {
    if (this.#told.isAbandoned(script.id)) return;
    script.add(line);
    if (!this.#told.isMarked) script.forget(this.#told.count(script.id));
  }

  #add(node: NodeNumber, script: Script): void {
    this.#scripts.set(node, script);
    this.#byId.set(script.id, script);
  }

  #scriptOf(node: NodeNumber): Script {
    const script = this.#scripts.get(node);
    assert(script !== undefined, `node ${node} has never joined`);
    return script;
  }
}
