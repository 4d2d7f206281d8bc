import assert from 'node:assert/strict';
import type { CommandAnswer } from '../../../../src/lobby/command.ts';
import type { Notice } from '../../../../src/lobby/notice.ts';
import type { PlayerId } from '../../../../src/lobby/players/player.ts';
import type { NodeNumber } from '../../../../src/nodes/stream-message.ts';
import type { DeliveryLog } from './delivery-log.ts';

/** Delivered lines are removed when there are this many of them. */
const STORED_LINES = 1_000;

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

  line(index: number): string | undefined {
    return this.#lines[index - this.#first];
  }

  from(index: number): readonly string[] {
    return this.#lines.slice(index - this.#first);
  }

  /** Removes the lines before this index. */
  forget(index: number): void {
    if (index - this.#first < STORED_LINES) return;
    this.#lines = this.#lines.slice(index - this.#first);
    this.#first = index;
  }
}

export const answerLine = (tag: number, answer: CommandAnswer | undefined): string =>
  `${tag} ${JSON.stringify(answer)}`;
export const noticeLine = (to: PlayerId, notice: Notice): string => `to ${to} ${JSON.stringify(notice)}`;

/** All nodes that have ever joined, and the lines that each of them must deliver. */
export class Membership {
  readonly #deliveries: DeliveryLog;
  readonly #expected = new Map<NodeNumber, ExpectedLines>();
  /** The heartbeats by the sequence of their batch. */
  readonly #heartbeats = new Map<number, { readonly node: NodeNumber; readonly id: string }>();
  readonly #byId = new Map<string, ExpectedLines>();
  deaths = 0;

  constructor(deliveries: DeliveryLog) {
    this.#deliveries = deliveries;
  }

  /** An independent copy, without heartbeats. */
  copy(): Membership {
    const copy = new Membership(this.#deliveries);
    for (const [node, lines] of this.#expected) copy.#add(node, lines.copy());
    copy.deaths = this.deaths;
    return copy;
  }

  get joins(): number {
    return this.#expected.size;
  }

  joined(node: NodeNumber, key: string): void {
    assert(!this.#expected.has(node), `two nodes have joined with the number ${node}`);
    this.#add(node, new ExpectedLines(key, `${key}/${node}`));
  }

  /** An id that no other node has, even if a stream that has lost its end assigns the same node number again. */
  idOf(node: NodeNumber): string {
    return this.#expectedOf(node).id;
  }

  left(node: NodeNumber): void {
    this.#expectedOf(node).isOver = true;
    this.deaths++;
  }

  isAlive(node: NodeNumber): boolean {
    return this.#expected.get(node)?.isOver === false;
  }

  beat(sequence: number, node: NodeNumber, number: number): void {
    this.#heartbeats.set(sequence, { node, id: `${this.#expectedOf(node).key}.${number}` });
  }

  /** The name of the batch in this message; undefined if it is no heartbeat of the node. */
  heartbeatOf(node: NodeNumber | undefined, sequence: number): string | undefined {
    const heartbeat = this.#heartbeats.get(sequence);
    return heartbeat?.node === node ? heartbeat?.id : undefined;
  }

  expectAnswer(node: NodeNumber, tag: number, answer: CommandAnswer | undefined): void {
    this.#expect(this.#expectedOf(node), answerLine(tag, answer));
  }

  /** A node that leaves by this decision does not deliver its notices. */
  expectNotice(node: NodeNumber, to: PlayerId, notice: Notice, left: readonly NodeNumber[]): void {
    const lines = this.#expectedOf(node);
    if (left.includes(node)) return;
    assert(!lines.isOver, `a player of node ${node}, which has left, must receive ${JSON.stringify(notice)}`);
    this.#expect(lines, noticeLine(to, notice));
  }

  /** The line that the node must deliver at this index. */
  line(id: string, index: number): string | undefined {
    return this.#byId.get(id)?.line(index);
  }

  /** The lines that the node still has to deliver. */
  undelivered(node: NodeNumber): readonly string[] {
    const lines = this.#expected.get(node);
    return lines?.from(this.#deliveries.count(lines.id)) ?? [];
  }

  #expect(lines: ExpectedLines, line: string): void {
    if (this.#deliveries.isAbandoned(lines.id)) return;
    lines.add(line);
    if (!this.#deliveries.isMarked) lines.forget(this.#deliveries.count(lines.id));
  }

  #add(node: NodeNumber, lines: ExpectedLines): void {
    this.#expected.set(node, lines);
    this.#byId.set(lines.id, lines);
  }

  #expectedOf(node: NodeNumber): ExpectedLines {
    const lines = this.#expected.get(node);
    assert(lines !== undefined, `node ${node} has never joined`);
    return lines;
  }
}
