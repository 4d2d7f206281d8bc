import { type Signal, useSignal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import type { GameState } from '../../protocols/api/server-message-schema.ts';
import type { Turn } from '../../protocols/api/value-schemas.ts';
import type { Color } from '../../rules/color.ts';
import { coordinates, type Point, square } from '../../rules/point.ts';
import type { GameReplay } from '../game/game-replay.ts';
import { refusalInWords } from '../game/refusal-words.ts';
import { texts } from '../texts/page-language.ts';
import type { Texts } from '../texts/texts-type.ts';
import { colorToMove } from './color-to-move.ts';
import {
  back,
  followGame,
  inGame,
  lineTo,
  type MoveTree,
  NO_VARIATIONS,
  placeIn,
  play,
  remove,
  type TreePath,
  type Variations,
} from './move-tree.ts';
import { type LinkProblem, MOST_LINKED, readLink } from './position-link.ts';
import { triedMoveLegality } from './tried-move-legality.ts';

/** Looking at a game: the place that is shown, and the variations that were tried. */
export interface Analysis {
  readonly tree: MoveTree;
  readonly place: TreePath;
  /** All moves up to the place. */
  readonly line: readonly Turn[];
  /** The colour of the game's first move. */
  readonly first: Color;
  /** The place is the end of the game's own moves. */
  readonly isLatest: boolean;
  /** Moves cannot be tried in a game of one's own that runs. */
  readonly mayTry: boolean;
  /** The colour of the next move. */
  readonly toMove: Color;
  /** Why the last move or the link was refused. */
  readonly problem: string | undefined;
  go(place: TreePath): void;
  tryStone(point: Point): void;
  tryPass(): void;
  /** Tries a move after so many moves of the game. */
  tryAfter(main: number, turn: Turn): void;
  removeVariation(): void;
}

interface State {
  readonly variations: Variations;
  /** `latest` follows a running game. */
  readonly place: TreePath | 'latest';
}

type Problem = Signal<((texts: Texts) => string) | undefined>;

export function useAnalysis(game: GameState, replay: GameReplay, mayTry: boolean): Analysis {
  const { turns } = game;
  const state = useSignal<State>({ variations: NO_VARIATIONS, place: 'latest' });
  const problem: Problem = useSignal(undefined);
  useGrowingGame(turns, state);
  useLink(game, replay, mayTry, state, problem);
  const tree = { turns, variations: state.value.variations };
  const place = (state.value.place !== 'latest' && placeIn(tree, state.value.place)) || inGame(turns.length);
  // The same array for the same moves, so that work for them is done once.
  const line = useMemo(() => lineTo(turns, place), [turns, state.value]);
  const first = firstColor(game);
  const toMove = colorToMove(line.at(-1), first);
  const show = (variations: Variations, at: TreePath): void => {
    const isLatest = at.main === turns.length && at.tried.length === 0;
    state.value = { variations, place: isLatest ? 'latest' : at };
    problem.value = undefined;
  };
  const tryTurn = (from: TreePath, turn: Turn): void => {
    const why = triedMoveLegality(replay, lineTo(turns, from), turn);
    if (why !== undefined) problem.value = (words) => refusalInWords({ kind: 'refused', why }, words);
    else {
      const played = play(tree, from, turn);
      if (played === undefined) problem.value = (words) => words.analysis.full;
      else show(played.variations, played.place);
    }
  };
  return {
    tree,
    place,
    line,
    first,
    isLatest: place.main === turns.length && place.tried.length === 0,
    mayTry,
    toMove,
    problem: problem.value?.(texts()),
    go: (at) => show(tree.variations, at),
    tryStone: (point) =>
      tryTurn(place, { kind: 'play', color: toMove, point: coordinates(square(game.board.size), point) }),
    tryPass: () => tryTurn(place, { kind: 'pass', color: toMove }),
    tryAfter: (main, turn) => tryTurn(inGame(main), turn),
    removeVariation: () => show(remove(tree.variations, place), back(place)),
  };
}

const firstColor = ({ turns, toMove }: GameState): Color => turns[0]?.color ?? toMove;

/** Keeps variations and place when the game goes on or moves are taken back. */
function useGrowingGame(turns: readonly Turn[], state: Signal<State>): void {
  const known = useRef(turns);
  useLayoutEffect(() => {
    const before = known.current;
    known.current = turns;
    if (before === turns || state.value.variations.size === 0) return;
    const variations = followGame(state.value.variations, before, turns);
    const { place } = state.value;
    state.value = {
      variations,
      place: place === 'latest' ? place : (placeIn({ turns, variations }, place) ?? 'latest'),
    };
  }, [turns]);
}

/** Shows the position that the address names, once. */
function useLink(game: GameState, replay: GameReplay, mayTry: boolean, state: Signal<State>, problem: Problem): void {
  const { query } = useRoute();
  useLayoutEffect(() => {
    const { turns } = game;
    const found = readLink(mayTry ? query : withoutVariation(query), { turns, first: firstColor(game), replay });
    if (found === undefined) return;
    if ('kind' in found) problem.value = (words) => linkProblemInWords(found, turns.length, words);
    else {
      state.value = found;
      if (!mayTry && query['then'] !== undefined) problem.value = (words) => words.analysis.ownGame;
    }
  }, [query['move'], query['then']]);
}

const withoutVariation = ({ then: _, ...rest }: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  rest;

function linkProblemInWords(problem: LinkProblem, count: number, { analysis: words }: Texts): string {
  switch (problem.kind) {
    case 'malformed':
      return words.badLink;
    case 'too-long':
      return words.longLink(MOST_LINKED);
    case 'no-such-move':
      return words.noSuchMove(problem.move, count);
    case 'illegal':
      return words.illegalLink(problem.number);
  }
}
