import assert from 'node:assert/strict';
import type { CommandAnswer } from '../../../../src/lobby/command.ts';
import type { Notice } from '../../../../src/lobby/notice.ts';
import type { PlayerId } from '../../../../src/lobby/players/player.ts';
import type { NodeNumber } from '../../../../src/nodes/stream-message.ts';
import type { DeliveryLog } from './delivery-log.ts';

/** The most delivered lines that are stored. */
const KEPT = 1_000;

/** The answers and notices that one node must deliver to its clients, in order, as they follow from the stream. */
class ExpectedLines {
  /** The key with which the node has joined. A `join` message that is stored twice makes two nodes. */
  readonly key: string;
  readonly id: string;
  #lines: string[] = [];
  /** The index of the first of these lines. */
  #first = 0;
  /** The node has died or has left. */
  isOver = false;

  constructor(key: string, id: string) {
    this.key = key;
    this.id = id;
  }

  copy(): ExpectedLines {
    const copy = new ExpectedLines(this.key, this.id);
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

  /** Removes the lines before this index. */
  forget(place: number): void {
    if (place - this.#first < KEPT) return;
    this.#lines = this.#lines.slice(place - this.#first);
    this.#first = place;
  }
}

export const answerLine = (tag: number, answer: CommandAnswer | undefined): string =>
  `${tag} ${JSON.stringify(answer)}`;
export const noticeLine = (to: PlayerId, notice: Notice): string => `to ${to} ${JSON.stringify(notice)}`;

/** All nodes that have ever joined, and the lines that each of them must deliver. */
export class Membership {
  readonly #deliveries: DeliveryLog;
  readonly #scripts = new Map<NodeNumber, ExpectedLines>();
  /** The heartbeats by the sequence of their batch. */
  readonly #heartbeats = new Map<number, { readonly node: NodeNumber; readonly id: string }>();
  readonly #byId = new Map<string, ExpectedLines>();
  deaths = 0;

  constructor(told: DeliveryLog) {
    this.#deliveries = told;
  }

  /** An independent copy, without heartbeats. */
  copy(): Membership {
    const copy = new Membership(this.#deliveries);
    for (const [node, script] of this.#scripts) copy.#add(node, script.copy());
    copy.deaths = this.deaths;
    return copy;
  }

  get joins(): number {
    return this.#scripts.size;
  }

  joined(node: NodeNumber, key: string): void {
    assert(!this.#scripts.has(node), `the number ${node} is used again`);
    this.#add(node, new ExpectedLines(key, `${key}/${node}`));
  }

  /** An id that no other node has, even if a stream that has lost its end assigns the same node number again. */
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

  /** The name of the batch in this message; undefined if it is no heartbeat of the node. */
  heartbeatOf(node: NodeNumber | undefined, sequence: number): string | undefined {
    const heartbeat = this.#heartbeats.get(sequence);
    return heartbeat?.node === node ? heartbeat?.id : undefined;
  }

  expectAnswer(node: NodeNumber, tag: number, answer: CommandAnswer | undefined): void {
    this.#expect(this.#scriptOf(node), answerLine(tag, answer));
  }

  /** A node that leaves by this decision does not deliver its notices. */
  expectNotice(node: NodeNumber, to: PlayerId, notice: Notice, left: readonly NodeNumber[]): void {
    const script = this.#scriptOf(node);
    if (left.includes(node)) return;
    assert(!script.isOver, `a player of node ${node}, which has left, must receive ${JSON.stringify(notice)}`);
    this.#expect(script, noticeLine(to, notice));
  }

  /** The line that the node must deliver at this index. */
  line(id: string, place: number): string | undefined {
    return this.#byId.get(id)?.line(place);
  }

  /** The lines that the node still has to deliver. */
  undelivered(node: NodeNumber): readonly string[] {
    const script = this.#scripts.get(node);
    return script?.from(this.#deliveries.count(script.id)) ?? [];
  }

  #expect(script: ExpectedLines, line: string): void {
    if (this.#deliveries.isAbandoned(script.id)) return;
    script.add(line);
    if (!this.#deliveries.isMarked) script.forget(this.#deliveries.count(script.id));
  }

  #add(node: NodeNumber, script: ExpectedLines): void {
    this.#scripts.set(node, script);
    this.#byId.set(script.id, script);
  }

  #scriptOf(node: NodeNumber): ExpectedLines {
    const script = this.#scripts.get(node);
    assert(script !== undefined, `node ${node} has never joined`);
    return script;
  }
}
