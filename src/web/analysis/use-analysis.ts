import { type Signal, useSignal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import type { GameState } from '../../protocols/api/server-message-schema.ts';
import type { Turn } from '../../protocols/api/value-schemas.ts';
import type { Color } from '../../rules/color.ts';
import { coordinates, type Point, square } from '../../rules/point.ts';
import type { GameReplay } from '../game/game-replay.ts';
import { refusalText } from '../game/refusal-text.ts';
import { texts } from '../texts/page-language.ts';
import type { Texts } from '../texts/texts-type.ts';
import { colorToMove } from './color-to-move.ts';
import {
  back,
  findPlace,
  followGame,
  inGame,
  lineTo,
  type MoveTree,
  NO_VARIATIONS,
  play,
  remove,
  type TreePath,
  type Variations,
} from './move-tree.ts';
import { type LinkProblem, MOST_LINKED, readLink } from './position-link.ts';
import { triedMoveLegality } from './tried-move-legality.ts';

/** The analysis of a game: the shown place and the variations. */
export interface Analysis {
  readonly tree: MoveTree;
  readonly place: TreePath;
  /** All moves up to the place. */
  readonly line: readonly Turn[];
  /** The colour of the game's first move. */
  readonly first: Color;
  /** Whether the place is the end of the game's own moves. */
  readonly isLatest: boolean;
  /** Whether moves can be tried. A player of a running game cannot try moves in it. */
  readonly mayTry: boolean;
  /** The colour of the next move. */
  readonly toMove: Color;
  /** Why the last move or the link was refused. */
  readonly problem: string | undefined;
  go(place: TreePath): void;
  tryStone(point: Point): void;
  tryPass(): void;
  /** Tries a move after the first `main` moves of the game. */
  tryAfter(main: number, turn: Turn): void;
  removeVariation(): void;
}

interface State {
  readonly variations: Variations;
  /** With `latest`, the latest move of a running game is shown. */
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
  const place = (state.value.place !== 'latest' && findPlace(tree, state.value.place)) || inGame(turns.length);
  // The same moves give the same array, so that components with these moves are not computed again.
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
    if (why !== undefined) problem.value = (words) => refusalText({ kind: 'refused', why }, words);
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

export const firstColor = ({ turns, toMove }: GameState): Color => turns[0]?.color ?? toMove;

/** Updates variations and place when the game has new moves or moves are taken back. */
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
      place: place === 'latest' ? place : (findPlace({ turns, variations }, place) ?? 'latest'),
    };
  }, [turns]);
}

/** Shows the position in the query of the address, once. */
function useLink(game: GameState, replay: GameReplay, mayTry: boolean, state: Signal<State>, problem: Problem): void {
  const { query } = useRoute();
  useLayoutEffect(() => {
    const { turns } = game;
    const found = readLink(mayTry ? query : withoutVariation(query), { turns, first: firstColor(game), replay });
    if (found === undefined) return;
    if ('kind' in found) problem.value = (words) => linkProblemText(found, turns.length, words);
    else {
      state.value = found;
      if (!mayTry && query['then'] !== undefined) problem.value = (words) => words.analysis.ownGame;
    }
  }, [query['move'], query['then']]);
}

const withoutVariation = ({ then: _, ...rest }: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  rest;

function linkProblemText(problem: LinkProblem, count: number, { analysis: words }: Texts): string {
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
