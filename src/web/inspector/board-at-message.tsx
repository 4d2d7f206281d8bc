import { useMemo } from 'preact/hooks';
import type { RecordedMessage } from '../../protocols/api/resource-schemas.ts';
import type { GameState } from '../../protocols/api/server-message-schema.ts';
import { Board } from '../board/board.tsx';
import { pointName } from '../board/coordinate-names.ts';
import { GameReplay, type SetupStones } from '../game/game-replay.ts';
import { coordinates } from '../settings/user-settings.ts';
import { texts } from '../texts/page-language.ts';

export function BoardAtMessage(props: { game: GameState; setup: SetupStones; message: RecordedMessage | undefined }) {
  const { game, setup, message } = props;
  const { board, inspector, rules } = texts();
  const { size, rule } = { rule: undefined, ...game.board };
  const replay = useMemo(() => new GameReplay(game.board, setup), [game.board.game, size, rule, setup]);
  const turns = Math.min(message?.turns ?? 0, game.turns.length);
  const position = replay.after(game.turns, turns);
  const latest = game.turns[turns - 1];
  const last =
    position.last === undefined
      ? ''
      : ` ${pointName(position.size, position.last, { game: game.board.game, shown: coordinates.value })}`;
  return (
    <figure class="inspector-board">
      <Board
        game={game.board.game}
        size={position.size}
        stones={position.stones}
        last={position.last}
        winningRow={position.row}
        suggestion={undefined}
        areas={undefined}
        label={board[game.board.game](size, size)}
        texts={board}
        announce={() => {}}
        coordinates={coordinates.value}
        ghost={undefined}
        myTurn={false}
        confirmsTouch={false}
        onPlay={() => {}}
      />
      <figcaption aria-live="polite">
        {turns === 0 ? inspector.beforeTurns : inspector.afterTurns(turns)}
        {latest === undefined ? '' : ` · ${latest.color === 'black' ? rules.Black : rules.White}${last}`}
      </figcaption>
    </figure>
  );
}
