import { type LineConversion, TEXT_LINES } from './faulty-server.ts';

const QUESTION = 'Login: ';

/** Lines, and the prompt for a name, which has no line end. */
export const igsLines: LineConversion = {
  ...TEXT_LINES,
  splitServerBytes(bytes) {
    const { lines, rest } = TEXT_LINES.splitServerBytes(bytes);
    const isQuestion = rest.toString('utf8') === QUESTION;
    const all = lines.map((line) => line.replace(/\r$/, ''));
    return isQuestion ? { lines: [...all, QUESTION], rest: Buffer.alloc(0) } : { lines: all, rest };
  },
  serverBytes: (line) => Buffer.from(line === QUESTION ? line : `${line}\r\n`),
};
