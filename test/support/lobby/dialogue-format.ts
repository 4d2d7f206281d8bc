import type { CommandAnswer } from '../../../src/lobby/command.ts';
import type {
  Directory,
  DirectoryChange,
  ListedGame,
  ListedPlayer,
  ListedSeek,
} from '../../../src/lobby/directory/directory.ts';
import type { GameParameters } from '../../../src/lobby/game-parameters.ts';
import type { ClocksView } from '../../../src/lobby/games/game-clocks.ts';
import type { GameEvent, JournalEntry, Move, SeatRecord } from '../../../src/lobby/games/game-event.ts';
import type { GameView, SpectatorUpdate } from '../../../src/lobby/games/game-view.ts';
import type { MarkingView } from '../../../src/lobby/games/marking.ts';
import type { AdjournedGameView, EndedNotice, Notice, StartedNotice } from '../../../src/lobby/notice.ts';
import type { Point } from '../../../src/rules/point.ts';
import type { ClockState } from '../../../src/rules/time/clock-state.ts';
import { writePoint } from './dialogue-line-reader.ts';

/** Writes an answer of the lobby as text of a dialogue. */
export function writeAnswer(answer: CommandAnswer): string {
  switch (answer.kind) {
    case 'done':
    case 'waiting':
    case 'seated':
      return answer.kind;
    case 'entered':
      return `entered as ${answer.name}${answer.held ? ', a seat is held' : ''}`;
    case 'names':
      return `names: ${answer.names.join(', ') || 'nobody'}`;
    case 'player':
      return `player ${answer.player.name} (${answer.player.protocol})`;
    case 'move-counts':
      return `moves: ${answer.counts.map(({ game, moves }) => `game ${game} ${moves}`).join(', ') || 'none'}`;
    case 'directory':
      return `directory: ${writeDirectory(answer.directory)}`;
    case 'moves':
      return `moves from ${answer.earlier.first}: ${answer.earlier.moves.length}`;
    case 'watching':
      return `watching ${writeView(answer.view)}`;
    case 'refused':
      return `refused: ${answer.why}${answer.opponentRules ? ', by their rules' : ''}${answer.reserved ? ', reserved' : ''}${answer.obstacle ? `, ${answer.obstacle}` : ''}`;
  }
}

/** Writes a notice as text of a dialogue. `size` is the size of the board of its game. */
export function writeNotice(notice: Notice, size: number): string {
  switch (notice.kind) {
    case 'started':
      return writeStarted(notice);
    case 'play-started':
    case 'replaced':
    case 'removed':
    case 'farewell':
      return notice.kind;
    case 'played': {
      const captured = notice.captured
        .toSorted(byIndex)
        .map((point) => ` x${writePoint(size, point)}`)
        .join('');
      return `${notice.color} ${writePoint(size, notice.point)}${captured}${withClocks(notice.clock)}`;
    }
    case 'passed':
      return `${notice.color} passes${withClocks(notice.clock)}`;
    case 'marking':
      return `marking${withClocks(notice.clock)}`;
    case 'marked':
      return writeMarked(notice, size);
    case 'accepted':
      return `${notice.color} accepts`;
    case 'resumed':
      return `${writeResumed(notice)}, ${notice.toMove} to move${withClocks(notice.clock)}`;
    case 'ended':
      return `ended: ${writeEnd(notice)}`;
    case 'adjourned-games':
      return `adjourned: ${notice.games.map(writeAdjourned).join('; ') || 'nothing'}`;
    case 'chat':
      return `${notice.from}${notice.fromOpponent ? ' (opposite)' : ''} to ${typeof notice.to === 'string' ? notice.to : `game ${notice.to.game}`}: ${notice.text}`;
    case 'entered':
    case 'left':
      return `${notice.kind} ${notice.name}`;
    case 'directory':
      return `directory: ${notice.changes.map(writeChange).join('; ')}`;
    case 'spectator-update':
      return `game ${notice.game}: ${writeUpdate(notice.update, size)}`;
  }
}

const writeAdjourned = ({ game, color, opponent, moves, askedBy }: AdjournedGameView): string =>
  `game ${game}, ${color} against ${opponent}, ${moves} moves${askedBy === undefined ? '' : `, ${askedBy} asks`}`;

function writeStarted(started: StartedNotice): string {
  const { color, opponent, parameters, komi, handicap, placement, toMove, moves, stones, clock, marking } = started;
  const terms = `komi ${komi}${handicap === undefined ? '' : `, handicap ${handicap}`}${placement === undefined ? '' : ' placed freely'}`;
  const seat = `${color} against ${opponent}, ${writeParameters(parameters)}, ${terms}, ${toMove} to move`;
  const used = `${marking === undefined ? '' : `, marking${writeMarking(marking, parameters.size)}`}${withClocks(clock)}`;
  if (moves.length === 0) return seat + used;
  const on = (side: string): string =>
    stones
      .filter((stone) => stone.color === side)
      .map(({ point }) => point)
      .sort(byIndex)
      .map((point) => writePoint(parameters.size, point))
      .join(' ') || 'nothing';
  return `${seat}, after ${moves.map((move) => writeMove(parameters.size, move)).join(' ')}: black ${on('black')}, white ${on('white')}${used}`;
}

const writeMove = (size: number, move: Move): string => (move.kind === 'pass' ? 'pass' : writePoint(size, move.point));

function writeView(view: GameView): string {
  const { moves, toMove, used, away, proposal, proposals, parameters } = view;
  const texts = moves.map((move) => writeMove(parameters.size, move));
  const after = texts.length === 0 ? '' : ` after ${texts.join(' ')}`;
  const spent = used.black + used.white === 0 ? '' : `, used ${used.black} and ${used.white} ms`;
  const absent = away.map((color) => `, ${color} is away`).join('');
  const open = proposal === undefined ? '' : `, ${proposal.by} proposes: ${proposal.what}`;
  return `${writeGame(view)}, ${toMove} to move${after}${spent}${absent}${open}${proposals ? ', proposals' : ''}${view.marking === undefined ? '' : `, marking${writeMarking(view.marking, parameters.size)}`}${withClocks(view.clock)}`;
}

function writeUpdate(update: SpectatorUpdate, size: number): string {
  const after = ({ black, white }: { black: number; white: number }): string =>
    black + white === 0 ? '' : `, used ${black} and ${white} ms`;
  switch (update.kind) {
    case 'played':
      return `${writeNotice(update, size)}${after(update.used)}`;
    case 'passed':
      return `${writeNotice(update, size)}${after(update.used)}`;
    case 'renamed':
      return `${update.color} is ${update.name}`;
    case 'away':
      return `${update.color} is away${after(update.used)}${withClocks(update.clock)}`;
    case 'back':
      return `${update.color} is back${withClocks(update.clock)}`;
    case 'clock':
      return writeClocks(update.clock);
    case 'proposed':
      return `${update.color} proposes: ${update.what}`;
    case 'declined':
      return `${update.color} declines`;
    case 'marking':
      return `marking${writeMarking(update.marking, size)}${withClocks(update.clock)}`;
    case 'marked':
      return `${writeMarked(update, size)}${writeUntil(update.until)}`;
    case 'accepted':
      return `${update.color} accepts${writeUntil(update.until)}`;
    case 'resumed':
      return `${writeResumed(update)}${after(update.used)}${withClocks(update.clock)}`;
    case 'undone':
      return `undone: ${writeView(update.view)}`;
    case 'ended':
      return `ended: ${writeEnd(update)}`;
  }
}

const writePoints = (size: number, points: readonly Point[]): string =>
  points
    .toSorted(byIndex)
    .map((point) => writePoint(size, point))
    .join(' ');

const writeMarked = (
  { color, stones, dead }: { color: string; stones: readonly Point[]; dead: boolean },
  size: number,
): string => `${color} marks ${writePoints(size, stones)} as ${dead ? 'dead' : 'alive'}`;

const writeResumed = ({ color }: { color?: string }): string =>
  color === undefined ? 'play goes on' : `${color} resumes`;

/** `, until 120 s`: seconds since the start of the dialogue. */
const writeUntil = (until: number | undefined): string =>
  until === undefined ? '' : `, until ${until / 1000 - DIALOGUE_START} s`;

function writeMarking(marking: MarkingView | undefined, size: number): string {
  if (marking === undefined) return '';
  const { dead, accepted, until } = marking;
  const points = dead.map(({ point }) => point);
  const marks = dead.length === 0 ? '' : ` ${writePoints(size, points)}`;
  return `${marks}${accepted.length === 0 ? '' : `, ${accepted.join(' and ')} accepted`}${writeUntil(until)}`;
}

const writeListed = ({ name, protocol, game, playing, offers }: ListedPlayer): string =>
  `${name} (${protocol})${playing ? ' playing' : ''}${game === undefined ? '' : ` in game ${game}`}${offers === undefined ? '' : offers.length === 0 ? ' out of service' : ' offers games'}`;

const writeListedSeek = ({ host, parameters, opponent, color }: ListedSeek): string =>
  `${host} wants ${writeParameters(parameters)}${opponent === undefined ? '' : ` with ${opponent}`}${color === undefined ? '' : ` as ${color}`}`;

const writeGame = ({ game, parameters, black, white }: ListedGame): string =>
  `game ${game} ${writeRules(parameters)}, ${black.name} (${black.protocol}) and ${white.name} (${white.protocol})`;

/** The rules, if they are not the usual ones, and the komi. */
function writeRules(parameters: GameParameters): string {
  if (parameters.game === 'gomoku') return writeParameters(parameters);
  const suicide = parameters.ruleset.suicide === 'forbidden' ? ' no-suicide' : '';
  return `${writeParameters(parameters)}${suicide}${parameters.komi === 0 ? '' : ` komi ${parameters.komi}`}`;
}

const writeDirectory = ({ players, seeks, games }: Directory): string =>
  [...players.map(writeListed), ...seeks.map(writeListedSeek), ...games.map(writeGame)].join('; ') || 'nobody';

function writeChange(change: DirectoryChange): string {
  switch (change.kind) {
    case 'player-arrived':
      return writeListed(change.player);
    case 'player-left':
      return `${change.name} is gone`;
    case 'seek-added':
      return writeListedSeek(change.seek);
    case 'seek-removed':
      return `${change.host} waits no more`;
    case 'game-started':
      return writeGame(change.game);
    case 'game-ended':
      return `game ${change.game} is over`;
  }
}

/** Sorts points, because the lobby does not guarantee their order. */
const byIndex = (one: number, other: number): number => one - other;

const writeParameters = (parameters: GameParameters): string =>
  parameters.game === 'go' ? `go ${parameters.size}` : `gomoku ${parameters.size} ${parameters.rule}`;

const whyOf = ({ kickedFor, foul }: Pick<EndedNotice, 'kickedFor' | 'foul'>): string =>
  `${kickedFor === undefined ? '' : `, kicked for ${kickedFor}`}${foul === undefined ? '' : `, foul ${foul}`}`;

function writeEnd(ended: Pick<EndedNotice, 'winner' | 'reason' | 'score' | 'kickedFor' | 'foul'>): string {
  const { winner, reason, score } = ended;
  const points = score === undefined ? '' : `, ${score.black} to ${score.white}`;
  return `${winner ?? 'nobody'} wins, ${reason}${whyOf(ended)}${points}`;
}

/** Writes an entry of the journal as text of a dialogue. `size` is the size of the board of its game. */
export const writeEntry = ({ game, index, event }: JournalEntry, size: number): string =>
  `game ${game} event ${index}: ${writeEvent(event, size)}`;

function writeEvent(event: GameEvent, size: number): string {
  const seat = ({ name, protocol }: SeatRecord): string => `${name} (${protocol})`;
  switch (event.kind) {
    case 'seated':
      return `seated ${seat(event.black)} and ${seat(event.white)}, komi ${event.komi}`;
    case 'played':
      return `${event.color} ${writePoint(size, event.point)}${event.spent === undefined ? '' : ` in ${event.spent} ms`}${event.paused === undefined ? '' : `, paused ${event.paused} ms`}`;
    case 'passed':
      return `${event.color} passes`;
    case 'renamed':
      return `${event.color} is ${event.name}`;
    case 'resigned':
    case 'timed-out':
    case 'fouled':
      return `${event.color} ${event.kind}`;
    case 'left':
      return `${event.color} left${whyOf(event)}`;
    case 'proposed':
      return `${event.color} proposes: ${event.what}`;
    case 'declined':
      return `${event.color} declines`;
    case 'marking':
      return 'marking';
    case 'marked':
      return `${event.color} marks ${writePoint(size, event.point)} as ${event.dead ? 'dead' : 'alive'}`;
    case 'accepted':
      return `${event.color} accepts`;
    case 'resumed':
      return writeResumed(event);
    case 'undone':
      return `${event.color} agrees, the last ${event.turns} undone`;
    case 'adjourned':
      return `${event.color} agrees, adjourned${event.spent === undefined ? '' : ` after ${event.spent} ms`}`;
    case 'reopened':
      return `reopened by ${seat(event.black)} and ${seat(event.white)}`;
    case 'ended':
      return `ended: ${writeEnd({ score: undefined, ...event, winner: event.winner })}`;
  }
}

/** The remaining seconds, and `, black's runs` or `, runs again after 120 s` (seconds since the start of the dialogue). */
function writeClocks({ black, white, running, runsFrom }: ClocksView): string {
  const runs = running === undefined ? '' : `, ${running}'s runs`;
  const again = runsFrom === undefined ? '' : `, runs again after ${runsFrom / 1000 - DIALOGUE_START} s`;
  return `clocks ${writeClock(black)} and ${writeClock(white)}${runs}${again}`;
}

/** Seconds since 1970. */
const DIALOGUE_START = 1000;

/** `60`, `60 + 3x10` with periods or stones, `180 / 30` with a time for each move; seconds. */
function writeClock({ main, period, count }: ClockState): string {
  const more = count > 0 ? ` + ${count}x${period / 1000}` : period > 0 ? ` / ${period / 1000}` : '';
  return `${main / 1000}${more}`;
}

const withClocks = (clock: ClocksView | undefined): string => (clock === undefined ? '' : `, ${writeClocks(clock)}`);
