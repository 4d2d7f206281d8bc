import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { formatClientEvent, parseIntent } from '../../../test/support/players/client-event-text.ts';
import { sessionOpener } from '../../../test/support/players/client-script.ts';
import { managerBytes, playerText } from '../../../test/support/protocols/gomokurs-action-text.ts';
import { parseSessionScripts } from '../../../test/support/protocols/session-scripts.ts';
import type { Point } from '../../rules/point.ts';
import type { ClientEvent, ClientSession, ClientSessionOutput, Intent } from '../client-session-types.ts';
import type { ProtocolSettings } from '../protocol-settings.ts';
import { gomokursClient } from './client-session.ts';
import { hasManagerAction, type ManagerAction, makeManagerAction, makePlayerAction, RESULTS } from './messages.ts';
import { VERSIONS, type Version } from './protocol-version.ts';

const BARE = ['compatible', 'restart', 'begin', 'end', 'about'] as const;

const opened = (settings: ProtocolSettings): ClientSession =>
  sessionOpener(gomokursClient, `${new URLSearchParams(settings)}`)();

/** Plays one dialogue with one session. The file of the dialogues explains the marks. */
class Dialogue {
  readonly #session: ClientSession;
  readonly #version: Version;
  readonly #inBytes: boolean;
  /** The board size. */
  #lines = 15;
  #outputs: string[] = [];
  #isClosed = false;

  constructor(version: Version, settings: ProtocolSettings, inBytes: boolean) {
    this.#version = version;
    this.#session = opened({ version, ...settings });
    this.#inBytes = inBytes;
  }

  play(lines: readonly string[]): void {
    for (const line of lines) {
      if (/^[>*]|^closed$/.test(line)) {
        assert.equal(this.#outputs.shift() ?? 'nothing', line.replace('«v»', this.#version));
      } else {
        assert.deepEqual(this.#outputs, [], `before ${line}`);
        this.#record(line.startsWith('<') ? this.#receive(line.slice(2)) : [this.#perform(line.slice(2))]);
      }
    }
    assert.deepEqual(this.#outputs, []);
    assert.equal(this.#session.deadline, undefined);
  }

  #receive(said: string): ClientSessionOutput[] {
    const bytes = managerBytes(said, this.#version);
    if (!this.#inBytes) return [this.#session.receive(bytes, 0)];
    return [...bytes].map((byte) => this.#session.receive(Uint8Array.of(byte), 0));
  }

  #perform(said: string): ClientSessionOutput {
    if (said === 'open') return this.#session.open(0);
    return said === 'lost' ? this.#session.disconnected(0) : this.#session.perform(this.#intent(said), 0);
  }

  /** Parses an intent. `long` is a chat message of this number of bytes; all other forms are those of `parseIntent`. */
  #intent(text: string): Intent {
    const [, bytes] = /^long (\d+)$/.exec(text) ?? [];
    return bytes === undefined ? parseIntent(text, this.#lines) : { kind: 'chat', text: 'x'.repeat(Number(bytes)) };
  }

  #record(outputs: readonly ClientSessionOutput[]): void {
    this.#outputs.push(...outputs.flatMap(({ send }) => send.map((bytes) => `> ${playerText(bytes, this.#version)}`)));
    this.#outputs.push(...outputs.flatMap(({ events }) => events.map((each) => `* ${this.#format(each)}`)));
    const closes = outputs.at(-1)?.close === true;
    if (closes && !this.#isClosed) this.#outputs.push('closed');
    this.#isClosed = closes;
  }

  #format(event: ClientEvent): string {
    if (event.kind === 'game-started') this.#lines = event.size;
    return formatClientEvent(event, this.#lines);
  }
}

const scripts = parseSessionScripts(readFileSync(new URL('client-session.dialogues.txt', import.meta.url), 'utf8'));
for (const version of VERSIONS) {
  describe(`a player of ${version}`, () => {
    for (const { title, settings, lines } of scripts) {
      if ((settings['version'] ?? version) !== version) continue;
      it(title, () => {
        new Dialogue(version, settings, false).play(lines);
        new Dialogue(version, settings, true).play(lines);
      });
    }
  });
}

it('the opening, byte by byte', () => {
  const first = (version: Version) => Buffer.concat(opened({ version }).open(0).send).toString('hex');
  assert.equal(first('0.1.0'), '0a00000005302e312e30');
  assert.equal(first('0.2.0'), '0c00000005302e322e30');
});

describe('client settings', () => {
  const problemOf = (settings: ProtocolSettings): string => {
    const open = gomokursClient.configure(settings);
    return open.ok ? 'none' : open.problem;
  };

  it('have defaults, and accept all documented values', () => {
    assert.equal(problemOf({}), 'none');
    assert.equal(problemOf({ version: '0.2.0', rule: 'caro', name: 'é 碁', size: '255' }), 'none');
  });

  it('are reported in one line if they are wrong', () => {
    const settings = 'version, rule, name, size, turn, match';
    assert.equal(problemOf({ info: '1' }), `gomokurs has no setting "info"; it has ${settings}`);
    assert.match(problemOf({ turn: '-1' }), /turn/);
    assert.match(problemOf({ match: '9999999' }), /match/);
    assert.equal(problemOf({ version: '0.3.0' }), 'gomokurs: version is one of 0.1.0, 0.2.0, not "0.3.0"');
    assert.equal(problemOf({ size: '4' }), 'gomokurs: size is a whole number from 5 to 255, not "4"');
    assert.match(problemOf({ rule: 'go' }), /^gomokurs: rule is one of freestyle, standard, renju, caro, not "go"$/);
    for (const name of ['', 'a"b', 'a\nb', 'x'.repeat(65)])
      assert.match(problemOf({ name }), /^gomokurs: name is 1 to 64/);
  });
});

describe('random bytes', () => {
  const at = fc.constantFrom({ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 4, y: 4 }, { x: 5, y: 4 });
  const spoken = fc.oneof(
    { weight: 4, arbitrary: at.map((place): ManagerAction => ({ kind: 'turn', ...place })) },
    fc.constantFrom(...BARE).map((kind): ManagerAction => ({ kind })),
    fc.constantFrom(4, 5, 6).map((size): ManagerAction => ({ kind: 'start', size })),
    fc.constantFrom(...RESULTS).map((result): ManagerAction => ({ kind: 'result', result })),
    fc.constantFrom('time_left 5', 'rule 1').map((text): ManagerAction => ({ kind: 'info', text })),
    fc
      .array(fc.tuple(at, fc.constantFrom('own' as const, 'opponent' as const)), { maxLength: 3 })
      .map(
        (stones): ManagerAction => ({ kind: 'board', stones: stones.map(([place, owner]) => ({ ...place, owner })) }),
      ),
  );
  const scrap = fc.oneof({ weight: 9, arbitrary: spoken }, { weight: 1, arbitrary: fc.uint8Array({ maxLength: 9 }) });

  /** All sent bytes and events. Whenever a move is requested, a stone is played. */
  function transcript(version: Version, packets: readonly Uint8Array[]): string[] {
    const session = opened({ version });
    const sent: string[] = [];
    const told: string[] = [];
    const take = ({ send, events, close }: ClientSessionOutput): void => {
      sent.push(...send.map((bytes) => Buffer.from(bytes).toString('hex')));
      told.push(
        ...events.map((each) => JSON.stringify(each)),
        ...(close && told.at(-1) !== 'closed' ? ['closed'] : []),
      );
    };
    take(session.open(0));
    for (const packet of packets) take(session.receive(packet, 0));
    take(session.perform({ kind: 'play', point: 12 as Point }, 0));
    take(session.tick(0));
    take(session.disconnected(0));
    return [...sent, ...told];
  }

  it('never throw, and have the same effect byte by byte', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...VERSIONS),
        fc.nat(3),
        fc.array(scrap, { maxLength: 8 }),
        (version, begun, scraps) => {
          const opening: ManagerAction[] = [{ kind: 'compatible' }, { kind: 'start', size: 5 }, { kind: 'begin' }];
          const all = [...opening.slice(0, begun), ...scraps].filter(
            (each) => !('kind' in each) || hasManagerAction(version, each.kind),
          );
          const bytes = Buffer.concat(all.map((each) => ('kind' in each ? makeManagerAction(each, version) : each)));
          assert.deepEqual(
            transcript(
              version,
              [...bytes].map((byte) => Uint8Array.of(byte)),
            ),
            transcript(version, [bytes]),
          );
        },
      ),
    );
  });

  it('that replace others in a legal dialogue never throw', () => {
    const lines = [
      'COMPATIBLE',
      'START 5',
      'ABOUT',
      'TURN 0 0',
      'INFO time_left 10',
      'BOARD 0 0 own 1 1 opponent',
      'END',
    ];
    const dialogue = managerBytes(lines.join(', '), '0.2.0');
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(dialogue.length - 1), fc.nat(255)), { maxLength: 3 }), (changes) => {
        const changed = Buffer.from(dialogue);
        for (const [index, byte] of changes) changed[index] = byte;
        transcript('0.2.0', [changed]);
      }),
    );
  });

  it('have no effect after the end', () => {
    const session = opened({});
    session.open(0);
    session.receive(Uint8Array.of(0x00, 0x06), 0);
    assert.deepEqual(session.receive(makePlayerAction({ kind: 'ready' }, '0.1.0'), 0), {
      send: [],
      events: [],
      close: true,
    });
    assert.deepEqual(session.disconnected(0), { send: [], events: [], close: true });
  });
});
