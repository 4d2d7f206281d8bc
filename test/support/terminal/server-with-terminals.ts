import assert from 'node:assert/strict';
import { drawScreen } from '../../../src/terminal/draw-screen.ts';
import { FullScreenState } from '../../../src/terminal/full-screen-state.ts';
import { readClientUrl } from '../clients/read-client-url.ts';
import { InMemoryServer } from '../server/in-memory-server.ts';
import { SimulatedNetwork } from '../server/simulated-network.ts';

/** A server in memory, with terminals that play on it. */
export class ServerWithTerminals {
  readonly server = new InMemoryServer({ grace: 60 });
  readonly network = new SimulatedNetwork(this.server);
  /** The reasons with which terminals have ended. */
  readonly ends: (string | undefined)[] = [];

  open(url: string, listener = 'plain'): FullScreenState {
    const parsed = readClientUrl(url, { name: 'ann' });
    assert.ok(parsed.ok, parsed.ok ? '' : parsed.problem);
    const { protocol, open, settings } = parsed.value;
    const { size, opponent } = settings;
    const seek = { ...(size && { size: Number(size) }), ...(opponent && { opponent }) };
    const state = new FullScreenState({
      title: url,
      dial: this.network.dial(listener),
      clock: this.server.clock,
      protocol,
      open,
      seek: Object.keys(seek).length === 0 ? undefined : { kind: 'seek', ...seek },
      onChange: () => {},
      onEnd: (why) => void this.ends.push(why),
    });
    state.start();
    return state;
  }

  async advance(milliseconds = 500): Promise<void> {
    await this.server.clock.settle();
    await this.server.clock.advance(milliseconds);
    await this.server.clock.settle();
  }
}

const KEYS: Readonly<Record<string, string>> = {
  ENTER: 'return',
  ESC: 'escape',
  BACK: 'backspace',
  UP: 'up',
  DOWN: 'down',
  LEFT: 'left',
  RIGHT: 'right',
};

/** Presses keys. Names in capitals, such as ENTER, are one key. Other words are typed letter by letter. */
export function press(state: FullScreenState, ...keys: readonly string[]): void {
  for (const key of keys) {
    const name = KEYS[key];
    if (name !== undefined) state.press({ name, text: '', ctrl: false });
    else if (key === 'CTRL-C') state.press({ name: 'c', text: '\u0003', ctrl: true });
    else for (const text of key) state.press({ name: text, text, ctrl: false });
  }
}

/** The screen as text, without trailing blanks. */
export const screen = (state: FullScreenState, columns = 60, rows = 14): string =>
  drawScreen(state.view({ columns, rows, rich: false }))
    .map((line) => line.trimEnd())
    .join('\n');

/** All messages on the screen, one per line. */
export const shownMessages = (state: FullScreenState): string =>
  state.view({ columns: 80, rows: 24, rich: false }).messages.join('\n');
