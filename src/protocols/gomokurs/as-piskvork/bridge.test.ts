import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { managerText, playerBytes } from '../../../../test/support/protocols/gomokurs-action-text.ts';
import { parseSessionScripts } from '../../../../test/support/protocols/session-scripts.ts';
import type { PiskvorkBridgeOutput } from '../../piskvork-manager-bridge.ts';
import type { ProtocolSettings } from '../../protocol-settings.ts';
import { VERSIONS, type Version } from '../protocol-version.ts';
import { Bridge } from './bridge.ts';

const LINE_ENDS = ['\r\n', '\n', '\r'] as const;
type LineEnd = (typeof LINE_ENDS)[number];

const opened = (settings: ProtocolSettings = {}): Bridge =>
  new Bridge({
    about: settings['about'] === '1',
    info: settings['info'] === '1',
    answerTimeout: 10_000,
    moveTime: 60_000,
  });

/** Plays one dialogue with one bridge. The file of the dialogues explains the statements. */
class Dialogue {
  readonly #bridge: Bridge;
  readonly #version: Version;
  readonly #inBytes: boolean;
  readonly #lineEnd: LineEnd;
  #now = 1_000_000;
  #isAgreed = false;
  #isOver = false;
  #outputs: string[] = [];

  constructor(version: Version, settings: ProtocolSettings, inBytes: boolean, lineEnd: LineEnd) {
    this.#bridge = opened(settings);
    this.#version = version;
    this.#inBytes = inBytes;
    this.#lineEnd = lineEnd;
  }

  play(lines: readonly string[]): void {
    for (const line of lines) {
      if (/^(?:-->|over)/.test(line)) assert.equal(this.#outputs.shift() ?? 'nothing', line);
      else {
        assert.deepEqual(this.#outputs, [], `before ${line}`);
        this.#record(this.#act(line));
      }
    }
    assert.deepEqual(this.#outputs, []);
  }

  #act(line: string): PiskvorkBridgeOutput[] {
    const bridge = this.#bridge;
    const [, who, said = ''] = /^(manager|manager unended|player): (.*)$/.exec(line) ?? [];
    const [, seconds] = /^(\d+) s$/.exec(line) ?? [];
    if (who === 'player') {
      return this.#pieces(playerBytes(said, this.#version)).map((piece) => bridge.receiveFromPlayer(piece, this.#now));
    }
    if (who !== undefined) {
      const text = said.replaceAll('|', this.#lineEnd) + (who === 'manager' ? this.#lineEnd : '');
      return this.#pieces(Buffer.from(text)).map((piece) => bridge.receiveFromManager(piece, this.#now));
    }
    if (seconds !== undefined) {
      this.#now += Number(seconds) * 1000;
      const isDue = bridge.deadline !== undefined && bridge.deadline <= this.#now;
      return isDue ? [bridge.tick(this.#now)] : [];
    }
    switch (line) {
      case 'connects':
        return [bridge.playerConnected(this.#now)];
      case 'hangs up':
        return [bridge.playerDisconnected(this.#now)];
      case 'closes':
        return [bridge.managerClosed(this.#now)];
      case 'stops':
        return [bridge.stop(this.#now)];
      default:
        throw new Error(`what is ${line}?`);
    }
  }

  #pieces(bytes: Uint8Array): Uint8Array[] {
    return this.#inBytes ? [...bytes].map((byte) => Uint8Array.of(byte)) : [bytes];
  }

  #record(outputs: readonly PiskvorkBridgeOutput[]): void {
    this.#outputs.push(...outputs.flatMap(({ toPlayer }) => toPlayer.map((bytes) => this.#shown(bytes))));
    this.#outputs.push(
      ...outputs.flatMap(({ toManager }) =>
        toManager.map((bytes) => {
          const line = Buffer.from(bytes).toString();
          assert.match(line, /^[^\r\n]+\r\n$/);
          return `--> manager: ${line.trimEnd()}`;
        }),
      ),
    );
    const end = outputs.at(-1)?.end;
    if (end !== undefined && !this.#isOver)
      this.#outputs.push(end.problem === undefined ? 'over' : `over: ${end.problem}`);
    this.#isOver = end !== undefined;
    if (this.#isOver) assert.equal(this.#bridge.deadline, undefined);
  }

  #shown(bytes: Uint8Array): string {
    if (!this.#isAgreed && bytes[0] !== 0)
      return `--> player: ${managerText(bytes, '0.1.0').replace('ERROR', 'refusal:')}`;
    this.#isAgreed = true;
    return `--> player: ${managerText(bytes, this.#version)}`;
  }
}

const scripts = parseSessionScripts(readFileSync(new URL('bridge.dialogues.txt', import.meta.url), 'utf8'));
for (const version of VERSIONS) {
  describe(`the bridge to a player of ${version}`, () => {
    for (const { title, settings, lines } of scripts) {
      if ((settings['version'] ?? version) !== version) continue;
      it(title, () => {
        for (const lineEnd of LINE_ENDS) {
          for (const inBytes of [false, true]) new Dialogue(version, settings, inBytes, lineEnd).play(lines);
        }
      });
    }
  });
}

it('has a deadline only while an answer of the player is pending', () => {
  const bridge = opened();
  assert.equal(bridge.deadline, undefined);
  bridge.playerConnected(0);
  assert.equal(bridge.deadline, 10_000);
  bridge.receiveFromPlayer(playerBytes('VERSION', '0.1.0'), 5);
  assert.equal(bridge.deadline, undefined);
  bridge.receiveFromManager(Buffer.from('START 15\n'), 10);
  assert.equal(bridge.deadline, 10_010);
  bridge.receiveFromPlayer(playerBytes('READY', '0.1.0'), 15);
  assert.equal(bridge.deadline, undefined);
  bridge.receiveFromManager(Buffer.from('BEGIN\n'), 20);
  assert.equal(bridge.deadline, 60_020);
  bridge.receiveFromPlayer(playerBytes('PLAY 1 1', '0.1.0'), 25);
  assert.equal(bridge.deadline, undefined);
});

describe('random messages of both sides', () => {
  const commands = fc.constantFrom(
    ...['START 5', 'BEGIN', 'TURN 0,0', 'TURN 1,1', 'BOARD', '2,2,1', '3,3,2', 'DONE', 'RESTART', 'TAKEBACK 0,0'],
    ...['PLAY 4,4', 'ABOUT', 'INFO time_left 9', 'INFO time_left 8', 'hello', 'TURN 9,9', ''],
  );
  const line = fc.tuple(commands, fc.constantFrom(...LINE_ENDS)).map(([text, end]) => Buffer.from(text + end));
  const action = (version: Version) =>
    fc
      .constantFrom(
        ...['READY', 'PLAY 0 0', 'PLAY 1 1', 'PLAY 2 1', 'PLAY 3 1', 'SUGGESTION 4 4', 'DESCRIPTION x', 'UNKNOWN'],
        ...['ERROR e', 'MESSAGE m'],
      )
      .map((text) => playerBytes(text, version));
  const scrap = fc.uint8Array({ maxLength: 6 });
  const talk = fc.constantFrom(...VERSIONS).chain((version) => {
    const from = (who: 'manager' | 'player', bytes: fc.Arbitrary<Uint8Array>) => bytes.map((said) => ({ who, said }));
    const each = fc.oneof(
      { weight: 8, arbitrary: from('manager', line) },
      { weight: 8, arbitrary: from('player', action(version)) },
      { weight: 1, arbitrary: from('manager', scrap) },
      { weight: 1, arbitrary: from('player', scrap) },
    );
    const opening = { who: 'player' as const, said: playerBytes('VERSION', version) };
    return fc.array(each, { maxLength: 25 }).map((rest) => [opening, ...rest]);
  });

  interface Piece {
    readonly who: 'manager' | 'player';
    readonly said: Uint8Array;
  }

  /** Successive bytes of one side are one piece. */
  function joined(pieces: readonly Piece[]): Piece[] {
    const all: Piece[] = [];
    for (const piece of pieces) {
      const last = all.at(-1);
      if (last?.who === piece.who) all.splice(-1, 1, { ...last, said: Buffer.concat([last.said, piece.said]) });
      else all.push(piece);
    }
    return all;
  }

  function transcript(pieces: readonly Piece[]): unknown {
    const bridge = opened({ info: '1' });
    const toManager: Uint8Array[] = [];
    const toPlayer: Uint8Array[] = [];
    const take = (outputs: PiskvorkBridgeOutput): PiskvorkBridgeOutput['end'] => {
      toManager.push(...outputs.toManager);
      toPlayer.push(...outputs.toPlayer);
      return outputs.end;
    };
    take(bridge.playerConnected(0));
    for (const { who, said } of pieces) {
      take(who === 'manager' ? bridge.receiveFromManager(said, 0) : bridge.receiveFromPlayer(said, 0));
    }
    const end = take(bridge.tick(1_000_000)) ?? take(bridge.managerClosed(1_000_000));
    return [Buffer.concat(toManager).toString(), Buffer.concat(toPlayer).toString('hex'), end];
  }

  it('never throw, and have the same effect byte by byte', () => {
    fc.assert(
      fc.property(talk, (pieces) => {
        const cut = pieces.flatMap(({ who, said }) => [...said].map((byte) => ({ who, said: Uint8Array.of(byte) })));
        assert.deepEqual(transcript(cut), transcript(joined(pieces)));
      }),
    );
  });

  it('have limits: queued commands, keys of INFO, stones of a BOARD', () => {
    const flood = (text: string, times: number): PiskvorkBridgeOutput => {
      const bridge = opened({ info: '1' });
      bridge.playerConnected(0);
      bridge.receiveFromManager(Buffer.from(text.repeat(times)), 0);
      return bridge.receiveFromPlayer(playerBytes('VERSION', '0.1.0'), 0);
    };
    assert.deepEqual(flood('BEGIN\n', 1_001).end, { problem: 'the manager says too much at once' });
    const keys = Array.from({ length: 100 }, (_, index) => `INFO key${index} 1\n`).join('');
    assert.equal(flood(keys, 1).toPlayer.length, 1 + 64);
    const stones = flood(`START 15\nBOARD\n${'1,1,1\n'.repeat(65_026)}DONE\n`, 1);
    assert.equal(stones.toPlayer.length, 2);
  });
});
