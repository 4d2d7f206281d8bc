import { emitKeypressEvents } from 'node:readline';
import type { ReadStream, WriteStream } from 'node:tty';
import { Desk, type DeskOptions } from './desk.ts';
import { drawScreen } from './screen.ts';

/** The other screen of the terminal, without a cursor; and back. */
const ENTER = '\u001b[?1049h\u001b[?25l';
const LEAVE = '\u001b[?25h\u001b[?1049l';
const HOME = '\u001b[H';
const TO_END_OF_LINE = '\u001b[K';
const TO_END_OF_SCREEN = '\u001b[J';

/** Milliseconds between two looks at a running clock. */
const CLOCK_EVERY = 1_000;

/** Play on a whole terminal, until whoever sits there leaves. The result is what went wrong, if anything did. */
export async function playFull(
  options: Omit<DeskOptions, 'onChange' | 'onEnd'>,
  input: ReadStream,
  output: WriteStream,
): Promise<string | undefined> {
  const rich = output.hasColors() && process.env['NO_COLOR'] === undefined;
  let stale = false;
  return await new Promise((resolve) => {
    const draw = (): void => {
      stale = false;
      const { columns, rows } = output;
      const lines = drawScreen(desk.view({ columns, rows, rich }));
      output.write(`${HOME}${lines.map((line) => `${line}${TO_END_OF_LINE}`).join('\r\n')}${TO_END_OF_SCREEN}`);
    };
    const onChange = (): void => {
      if (!stale) setImmediate(draw);
      stale = true;
    };
    const onKey = (text: string | undefined, key: { name?: string; ctrl?: boolean }): void =>
      desk.press({ name: key.name ?? '', text: text ?? '', ctrl: key.ctrl ?? false });
    const desk = new Desk({
      ...options,
      onChange,
      onEnd: (why) => {
        clearInterval(ticking);
        input.off('keypress', onKey);
        output.off('resize', onChange);
        input.setRawMode(false);
        input.pause();
        output.write(LEAVE);
        resolve(why);
      },
    });
    const ticking = setInterval(onChange, CLOCK_EVERY);
    emitKeypressEvents(input);
    input.setRawMode(true);
    input.on('keypress', onKey);
    output.on('resize', onChange);
    output.write(ENTER);
    desk.start();
    onChange();
  });
}
