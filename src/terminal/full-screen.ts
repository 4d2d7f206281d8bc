import { emitKeypressEvents } from 'node:readline';
import type { ReadStream, WriteStream } from 'node:tty';
import { drawScreen } from './draw-screen.ts';
import { type FullScreenOptions, FullScreenState } from './full-screen-state.ts';

/** Switches to the alternate screen without a cursor, and back. */
const ENTER = '\u001b[?1049h\u001b[?25l';
const LEAVE = '\u001b[?25h\u001b[?1049l';
/** Signals that end the program. In this mode, Ctrl-C is a key and sends no signal. */
const SIGNALS = ['SIGTERM', 'SIGHUP'] as const;
const HOME = '\u001b[H';
const TO_END_OF_LINE = '\u001b[K';
const TO_END_OF_SCREEN = '\u001b[J';

/** Milliseconds between updates of a running clock, so that no second is skipped. */
const CLOCK_EVERY = 250;

/** Plays on the whole terminal until the user leaves. Resolves to the error, if there was one. */
export async function playFullScreen(
  options: Omit<FullScreenOptions, 'onChange' | 'onEnd'>,
  input: ReadStream,
  output: WriteStream,
): Promise<string | undefined> {
  const rich = output.hasColors() && process.env['NO_COLOR'] === undefined;
  let stale = false;
  let drawn = '';
  return await new Promise((resolve) => {
    const draw = (): void => {
      stale = false;
      const { columns, rows } = output;
      const lines = drawScreen(state.view({ columns, rows, rich }));
      const screen = `${HOME}${lines.map((line) => `${line}${TO_END_OF_LINE}`).join('\r\n')}${TO_END_OF_SCREEN}`;
      if (screen !== drawn) output.write(screen);
      drawn = screen;
    };
    const onChange = (): void => {
      if (!stale) setImmediate(draw);
      stale = true;
    };
    const drawAnew = (): void => {
      drawn = '';
      onChange();
    };
    const onKey = (text: string | undefined, key: { name?: string; ctrl?: boolean }): void => {
      if (key.ctrl && key.name === 'l') drawAnew();
      else state.press({ name: key.name ?? '', text: text ?? '', ctrl: key.ctrl ?? false });
    };
    const restore = (): void => {
      input.setRawMode(false);
      output.write(LEAVE);
    };
    const end = (why: string | undefined): void => {
      clearInterval(ticking);
      input.off('keypress', onKey);
      output.off('resize', drawAnew);
      process.off('exit', restore);
      for (const signal of SIGNALS) process.off(signal, onSignal);
      input.pause();
      stale = true;
      restore();
      resolve(why);
    };
    const onSignal = (): void => end(undefined);
    const state = new FullScreenState({ ...options, onChange, onEnd: end });
    const ticking = setInterval(onChange, CLOCK_EVERY);
    emitKeypressEvents(input);
    input.setRawMode(true);
    input.on('keypress', onKey);
    output.on('resize', drawAnew);
    for (const signal of SIGNALS) process.on(signal, onSignal);
    // Also restores the terminal if the process ends in another way.
    process.on('exit', restore);
    output.write(ENTER);
    state.start();
    onChange();
  });
}
