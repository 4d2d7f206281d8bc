import type { Clock } from '../../clock.ts';
import type { Protocol } from '../../protocols/protocol-module.ts';
import type { RecordedGame } from './recorded-game.ts';
import { type Recording, recordingOf } from './recording.ts';

/** What the recorder has to know of a protocol. */
export type RecordedProtocol = Pick<Protocol, 'name' | 'privacy' | 'messages' | 'belongsToNoGame'>;

type FindProtocol = (name: string) => RecordedProtocol | undefined;

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
  find: FindProtocol,
): Promise<string> {
  if (await mayBePrivate(game, clock, find)) return await explain(game.game, recordingOf(game));
  const talks = game.talks.map(({ seat, protocol }) => ({ seat, protocol }));
  // There is nothing in base64 that JSON would have to look for.
  return `{"tape":"${game.tape.bytes.toString('base64')}",${JSON.stringify({ talks, cut: game.isCut }).slice(1)}`;
}

/** Bytes that are looked through at once: about a millisecond, and then players have their turn. */
const AT_ONCE = 32 << 10;

/** Whether anything that was said may be for one player alone. */
async function mayBePrivate(game: RecordedGame, clock: Pick<Clock, 'soon'>, find: FindProtocol): Promise<boolean> {
  const rules: ('all' | IsPublic)[] = [];
  for (const { protocol } of game.talks) {
    const spoken = find(protocol);
    if (spoken?.privacy === 'public') {
      rules.push('all');
      continue;
    }
    const { isPublicLine, guardedKeywords = [] } = (await spoken?.messages()) ?? {};
    if (isPublicLine === undefined || guardedKeywords.some((words) => game.tape.bytes.includes(words))) return true;
    rules.push(isPublicLine);
  }
  if (rules.every((rule) => rule === 'all')) return false;
  /** By talk: the beginning of a client's line that has come in pieces. */
  const unfinished: string[] = rules.map(() => '');
  let looked = 0;
  for (const { utterance } of game.tape.from(0)) {
    const { talk, from, kind, bytes } = utterance;
    if (kind === 'private') return true;
    const rule = rules[talk];
    if (from === 'server' || rule === undefined || rule === 'all') continue;
    const said = unfinished[talk] + textOf(bytes);
    const end = said.lastIndexOf('\n');
    unfinished[talk] = said.slice(end + 1);
    if (end >= 0 && !arePublic(said.slice(0, end), rule)) return true;
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

type IsPublic = (line: string) => boolean;

function arePublic(text: string, isPublic: IsPublic): boolean {
  const lines = BEYOND_ASCII.test(text) ? Buffer.from(text, 'latin1').toString() : text;
  return lines.includes('\n') ? lines.split('\n').every(isPublic) : isPublic(lines);
}
