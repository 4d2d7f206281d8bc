import type { Clock } from '../../clock.ts';
import { publicLines } from '../../meanings/discretion.ts';
import type { RecordedGame } from './recorded-game.ts';
import { type Recording, recordingOf } from './recording.ts';

/** Explains a recording, as JSON: it takes longer than the server's thread has. */
export type Explain = (game: number, recording: Recording) => Promise<string>;

/**
 * What the archive keeps of a game that is over, in JSON. To explain every message takes far longer than to play it, and few
 * are ever looked at: so it is kept as it is, unless something in it may be for one player alone: that is kept nowhere.
 */
export async function storedConversationOf(
  game: RecordedGame,
  clock: Pick<Clock, 'soon'>,
  explain: Explain,
): Promise<string> {
  if (await mayBePrivate(game, clock)) return await explain(game.game, recordingOf(game));
  const talks = game.talks.map(({ seat, protocol }) => ({ seat, protocol }));
  // There is nothing in base64 that JSON would have to look for.
  return `{"tape":"${game.tape.bytes.toString('base64')}",${JSON.stringify({ talks, cut: game.isCut }).slice(1)}`;
}

/** Bytes that are looked through at once: about a millisecond, and then players have their turn. */
const AT_ONCE = 32 << 10;

/** Whether anything that was said may be for one player alone. */
async function mayBePrivate(game: RecordedGame, clock: Pick<Clock, 'soon'>): Promise<boolean> {
  const rules = game.talks.map(({ protocol }) => publicLines(protocol));
  if (rules.every((rule) => rule === 'all')) return false;
  if (rules.includes('by-message')) return true;
  const repeats = rules.flatMap((rule) => (typeof rule === 'object' ? rule.repeats : []));
  if (repeats.some((words) => game.tape.bytes.includes(words))) return true;
  /** By talk: the beginning of a client's line that has come in pieces. */
  const unfinished: string[] = rules.map(() => '');
  let looked = 0;
  for (const { utterance } of game.tape.from(0)) {
    const { talk, from, kind, bytes } = utterance;
    if (kind === 'private') return true;
    const rule = rules[talk];
    if (from === 'server' || typeof rule !== 'object') continue;
    const said = unfinished[talk] + textOf(bytes);
    const end = said.lastIndexOf('\n');
    unfinished[talk] = said.slice(end + 1);
    if (end >= 0 && !arePublic(said.slice(0, end), rule.client)) return true;
    looked += said.length;
    if (looked < AT_ONCE) continue;
    looked = 0;
    await new Promise<void>((resolve) => clock.soon(resolve));
  }
  // What is no whole line does not show for whom it was meant.
  return unfinished.some((rest) => rest !== '');
}

/** A byte a character: a character of UTF-8 may have come in pieces, too. */
const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');

const BEYOND_ASCII = /[\x80-\xff]/;

function arePublic(text: string, isPublic: (line: string) => boolean): boolean {
  const lines = BEYOND_ASCII.test(text) ? Buffer.from(text, 'latin1').toString() : text;
  return lines.includes('\n') ? lines.split('\n').every(isPublic) : isPublic(lines);
}
