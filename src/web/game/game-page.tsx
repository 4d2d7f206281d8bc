import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import type { PointOwner } from '../../rules/go/point-owners.ts';
import { coordinates as coordinatesOf, type Point, pointAt } from '../../rules/point.ts';
import { LazyScorePanel } from '../analysis/lazy-score-panel.tsx';
import { RecordedAnalysis } from '../analysis/recorded-analysis.tsx';
import type { OwnerMarksSignal } from '../analysis/score/score-panel.tsx';
import { type Analysis, useAnalysis } from '../analysis/use-analysis.ts';
import { Board } from '../board/board.tsx';
import { status, you } from '../connection/connection.ts';
import { isAway, stonesToPlace } from '../connection/watched-game.ts';
import { displayName } from '../formatting/display-name.ts';
import { differingRules, endText } from '../formatting/game-text.ts';
import { askedBoard } from '../lobby/lobby-requests.ts';
import { confirmsTouch, coordinates } from '../settings/user-settings.ts';
import { announce } from '../shell/announcer.tsx';
import { FOCUS_HOME } from '../shell/focus-keeper.ts';
import { NotFound } from '../shell/not-found.tsx';
import { PageContent } from '../shell/page-content.tsx';
import { useSounds } from '../sound/use-sounds.ts';
import { language, texts } from '../texts/page-language.ts';
import { AboutGame } from './about-game.tsx';
import { areasWithout, DeadStoneMarking, deadPoints, toggleChain } from './dead-stone-marking.tsx';
import { GameActions } from './game-actions.tsx';
import { recordedClock, type ShownGame } from './shown-game.ts';
import './game.css';
import type { GameState } from '../../protocols/api/server-message-schema.ts';
import { COLORS, type Color } from '../../rules/color.ts';
import { isPassPremature } from '../../rules/go/premature-pass.ts';
import { GameChat, UnreadChat } from './game-chat.tsx';
import { GameReplay, type ReplayedPosition } from './game-replay.ts';
import { forgetSentMove, refusal, sendMove, showRefusal, unconfirmedMove } from './game-requests.ts';
import { MoveNavigation } from './move-navigation.tsx';
import { ownColor } from './own-color.ts';
import { PlayAgain } from './play-again.tsx';
import { PlayerBar } from './player-bar.tsx';
import { RatingChanges } from './rating-changes.tsx';
import { TimeUntil } from './time-until.tsx';
import { useGame, withKey } from './use-game.ts';

/** `/games/17`: play, watch or replay a game. */
export function GamePage() {
  const { params } = useRoute();
  const number = params['game'] ?? '';
  return /^[1-9]\d{0,14}$/.test(number) ? <NumberedGame key={number} game={Number(number)} /> : <NotFound />;
}

function NumberedGame(props: { game: number }) {
  const { game: words, shell } = texts();
  const { query } = useRoute();
  const key = query['key'];
  const found = useGame(props.game, key);
  useKeyOfPrivateGame(found, key);
  useNextGame(props.game, found !== 'looking' && found !== 'missing' && found.state.end !== undefined);
  if (found === 'looking') return <PageContent title={words.number(String(props.game))}>{words.loading}</PageContent>;
  if (found === 'missing') {
    return (
      <PageContent title={words.missing(String(props.game))} class="narrow">
        <p>{words.missingHelp}</p>
        <a href="/">{shell.toLobby}</a>
      </PageContent>
    );
  }
  return <GameView {...found} />;
}

/** When the player of a finished game gets a new game, the page goes to the new game. */
function useNextGame(game: number, over: boolean): void {
  const { route } = useLocation();
  const seat = you.value.seat?.game;
  const known = useRef(seat);
  useEffect(() => {
    if (over && seat !== undefined && seat !== game && seat !== known.current) route(`/games/${seat}`);
    known.current = seat;
  }, [over, seat, game, route]);
}

/** Adds the key of a player's private game to the address, so that a copied link leads to the game. */
function useKeyOfPrivateGame(found: ReturnType<typeof useGame>, key: string | undefined): void {
  const { path, route } = useLocation();
  const { seat } = you.value;
  const isPrivate = found !== 'looking' && found !== 'missing' && found.state.options.private;
  useEffect(() => {
    if (isPrivate && key === undefined && seat?.key !== undefined && path === `/games/${seat.game}`)
      route(withKey(path, seat.key), true);
  }, [isPrivate, key, seat?.key, path]);
}

function GameView({ state: game, timed, setup, record, imported }: ShownGame) {
  const { game: words } = texts();
  const replay = useMemo(() => new GameReplay(game.board, setup), [game.game, setup]);
  const side = ownColor(game, you.value);
  const analysis = useAnalysis(game, replay, side === undefined || game.end !== undefined);
  const marks: OwnerMarksSignal = useSignal(undefined);
  const position = replay.after(analysis.line, analysis.line.length);
  const latest = () => replay.after(game.turns, game.turns.length);
  const dead = useMemo(() => deadPoints(game, position), [game.marking?.dead]);
  const isCounted =
    analysis.isLatest && (game.end === undefined ? game.marking !== undefined : game.end.reason === 'score');
  const areas = useMemo(() => (isCounted ? areasWithout(position, dead) : undefined), [isCounted, game.turns, dead]);
  useAnnouncements(game, position);
  useEffect(() => showRefusal(undefined), [analysis.line.length]);
  useSounds({
    turns: game.turns.length,
    passed: game.turns.at(-1)?.kind === 'pass',
    captured: position.captures.black + position.captures.white,
    over: game.end !== undefined,
    ownTurn: side === game.toMove && game.marking === undefined,
  });
  const title = words.title(displayName(game.black.name), displayName(game.white.name));
  return (
    <PageContent title={title} class="game" quiet>
      <div class="game-players">
        {(['black', 'white'] as const).map((color) => (
          <PlayerBar
            key={color}
            game={game}
            color={color}
            captures={position.captures[color]}
            timed={timed}
            recorded={record && recordedClock(record, analysis.place.main, color)}
            rank={imported?.details?.[`${color}Rank`]}
            own={side === color}
            isLatest={analysis.isLatest}
          />
        ))}
      </div>
      <div class="game-board">
        <GameBoard {...{ game, position, side, analysis, marks, areas }} dead={isCounted ? dead : undefined} />
      </div>
      <div class="game-panel">
        <Status game={game} side={side} analysis={analysis} passed={position.passed} />
        <UnreadChat game={game} side={side} />
        <p class="problem refusal" role="alert">
          {refusal.value}
        </p>
        <DisconnectedPlayers game={game} side={side} />
        <OtherRules game={game} />
        <DeadStoneMarking {...{ game, side, areas, setup, dead }} />
        {side !== undefined && game.end === undefined ? (
          <GameActions game={game} side={side} isPremature={() => isPassPremature(areasWithout(latest()))} />
        ) : null}
        {side !== undefined && side !== 'both' && game.end !== undefined ? <PlayAgain game={game} side={side} /> : null}
        <MoveNavigation game={game} analysis={analysis} />
        <RecordedAnalysis record={record} analysis={analysis} />
        <LazyScorePanel {...{ game, setup, analysis, marks, areas }} />
        <GameChat game={game} side={side} />
        <AboutGame game={game} imported={imported} />
      </div>
    </PageContent>
  );
}

type Game = ShownGame['state'];
type Side = ReturnType<typeof ownColor>;

function GameBoard(props: {
  game: Game;
  position: ReplayedPosition;
  side: Side;
  analysis: Analysis;
  marks: OwnerMarksSignal;
  areas: readonly PointOwner[] | undefined;
  dead: ReadonlySet<Point> | undefined;
}) {
  const { board: words } = texts();
  const { game, position, side, analysis } = props;
  const unconfirmed = unconfirmedMove(game);
  const mayAct = game.end === undefined && analysis.isLatest && unconfirmed === undefined && status.value === 'open';
  const myTurn = mayAct && game.marking === undefined && (side === 'both' || side === game.toMove);
  const mayMark = mayAct && game.marking !== undefined && side !== undefined;
  const shown = props.areas ?? props.marks.value;
  return (
    <Board
      game={game.board.game}
      size={position.size}
      stones={position.stones}
      last={position.last}
      winningRow={position.row}
      suggestion={unconfirmed?.point && pointAt(position.size, unconfirmed.point.x, unconfirmed.point.y)}
      areas={shown && { at: (point) => shown[point] }}
      dead={props.dead}
      label={words[game.board.game](position.size.width, position.size.height)}
      texts={words}
      announce={announce}
      onOccupied={showRefusal}
      coordinates={coordinates.value}
      ghost={analysis.mayTry ? analysis.toMove : game.toMove}
      myTurn={myTurn || analysis.mayTry}
      confirmsTouch={confirmsTouch.value === 'on' && !analysis.mayTry}
      onPlay={(point) => {
        showRefusal(undefined);
        if (analysis.mayTry) analysis.tryStone(point);
        else void sendMove(game, coordinatesOf(position.size, point));
      }}
      onMark={mayMark ? (point) => toggleChain(game, coordinatesOf(position.size, point)) : undefined}
    />
  );
}

/** A line with the player to move, or the result. */
function Status(props: { game: Game; side: Side; analysis: Analysis; passed: ReplayedPosition['passed'] }) {
  const { game: words, rules } = texts();
  const { game, side } = props;
  const { end } = game;
  const over = end !== undefined && props.analysis.isLatest;
  const hasWon = end?.winner === undefined || side === undefined || side === 'both' ? undefined : end.winner === side;
  const toPlace = stonesToPlace(game);
  const turn =
    game.marking !== undefined
      ? words.marking.title
      : side === 'both' || side === game.toMove
        ? toPlace > 0
          ? words.placeHandicap(toPlace)
          : words.yourTurn
        : words.theirTurn(displayName(game[game.toMove].name));
  return (
    <div
      class={`status ${end === undefined ? 'live' : ''} ${end === undefined && game.marking === undefined && side === game.toMove ? 'own-turn' : ''}`}
      {...FOCUS_HOME}
    >
      {hasWon === undefined ? null : <strong>{hasWon ? words.won : words.lost}</strong>}
      <p>
        <bdi>{end === undefined ? turn : endText(end, texts(), language.value)}</bdi>
        {props.passed === undefined || over ? null : (
          <span class="soft"> · {words.passedBy(props.passed === 'black' ? rules.Black : rules.White)}</span>
        )}
        {props.analysis.isLatest || end !== undefined ? null : <span class="soft"> · {words.replayed}</span>}
      </p>
      {over && game.options.rated && game.end?.reason !== 'adjourned' ? <RatingChanges game={game} /> : null}
      {over && end.reason === 'score' && end.score !== undefined ? (
        <p class="soft small">{game.marking === undefined ? words.allAlive : words.marking.agreed}</p>
      ) : null}
    </div>
  );
}

/** A notice with the rules that differ from those of the player's seek. They come from the opponent's seek. */
function OtherRules({ game }: { game: Game }) {
  const all = texts();
  const seekBoard = askedBoard.value;
  if (seekBoard === undefined || game.end !== undefined || you.value.seat?.game !== game.game) return null;
  const differing = differingRules(seekBoard, game.board, all, language.value);
  return differing === '' ? null : (
    <p class="notice" role="status">
      {all.game.otherRules(differing)}
    </p>
  );
}

/** Announces passes and the end of the game to a screen reader. The board announces stones. */
function useAnnouncements(game: Game, position: ReplayedPosition): void {
  const { game: words, rules } = texts();
  useEffect(forgetSentMove, [game.game, game.turns.length]);
  const known = useRef({ turns: game.turns.length, over: game.end !== undefined });
  useEffect(() => {
    const before = known.current;
    known.current = { turns: game.turns.length, over: game.end !== undefined };
    if (game.end !== undefined && !before.over) announce(endText(game.end, texts(), language.value));
    else if (game.turns.length > before.turns && position.passed !== undefined) {
      announce(words.passedBy(rules[position.passed === 'black' ? 'Black' : 'White']));
    }
  }, [game]);
}

/** Notices about other players who have lost the connection, with the time for which their seats are kept. */
function DisconnectedPlayers({ game, side }: { game: GameState; side: Color | 'both' | undefined }) {
  const { game: words } = texts();
  const away = game.end === undefined ? COLORS.filter((color) => isAway(game, color) && side !== color) : [];
  return away.map((color) => (
    <p key={color} class="notice">
      <bdi role="status">{words.lostConnection(displayName(game[color].name), game.clock !== undefined)}</bdi>{' '}
      <TimeUntil end={game.awayUntil?.[color]} label={words.seatKept} />
    </p>
  ));
}
