import type { Clock } from '../../clock.ts';
import type { GameId } from '../../lobby/event.ts';
import { DISCREET } from '../../meanings/discretion.ts';
import { RecordedGame, type Talk } from './recorded-game.ts';
import { Tape } from './tape.ts';
import type { Transcribed } from './transcript.ts';

/** A conversation as it went over the wire. */
interface Raw {
  readonly talks: readonly Pick<Talk, 'seat' | 'protocol'>[];
  /** A tape's bytes, in base64. */
  readonly tape: string;
  readonly cut: boolean;
}

/**
 * What the archive keeps of a game that is over, in JSON. To explain every message takes far longer than to play it, and few
 * are ever looked at: so it is kept as it is, unless something in it might be for one pair of ears, which is kept nowhere.
 */
export async function keptOf(game: RecordedGame, clock: Pick<Clock, 'soon'>): Promise<string> {
  if (mayBePrivate(game)) return JSON.stringify(await explained(game, clock));
  const talks = game.talks.map(({ seat, protocol }) => ({ seat, protocol }));
  const rest: Omit<Raw, 'tape'> = { talks, cut: game.isCut };
  // There is nothing in base64 that JSON would have to look for.
  return `{"tape":"${game.tape.bytes.toString('base64')}",${JSON.stringify(rest).slice(1)}`;
}

/** Reads what was kept of a game. */
export async function readKept(id: GameId, text: string, clock: Pick<Clock, 'soon'>): Promise<Transcribed> {
  const kept = JSON.parse(text) as Raw | Transcribed;
  if (!('tape' in kept)) return kept;
  const game = new RecordedGame(id, kept.cut, Tape.of(Buffer.from(kept.tape, 'base64')));
  for (const { seat, protocol } of kept.talks) game.open(seat, protocol);
  game.silence();
  return await explained(game, clock);
}

async function explained(game: RecordedGame, clock: Pick<Clock, 'soon'>): Promise<Transcribed> {
  const { Transcript, transcribe } = await import('./transcript.ts');
  return await transcribe(new Transcript(game), clock);
}

function mayBePrivate(game: RecordedGame): boolean {
  const words: (readonly string[])[] = [];
  for (const { protocol } of game.talks) {
    const some = DISCREET[protocol] ?? 'any';
    if (some === 'any') return true;
    words.push(some);
  }
  if (words.every((some) => some.length === 0)) return false;
  // Nothing that is whole lines ends within a word.
  if (!game.tape.hasParts) return words.some((some) => some.some((word) => game.tape.bytes.includes(word)));
  // A word may have come in pieces, so each side of each talk is looked through as a whole.
  const said = new Map<string, Uint8Array[]>();
  for (const { utterance } of game.tape.from(0)) {
    const side = `${utterance.talk} ${utterance.from}`;
    const pieces = said.get(side);
    if (pieces === undefined) said.set(side, [utterance.bytes]);
    else pieces.push(utterance.bytes);
  }
  return [...said].some(([side, pieces]) => {
    const all = Buffer.concat(pieces);
    return words[Number.parseInt(side, 10)]?.some((word) => all.includes(word));
  });
}
