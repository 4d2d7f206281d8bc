import type { Color } from '../../../src/rules/color.ts';
import type { GoRuleset, Score } from '../../../src/rules/go/ruleset.ts';
import type { Point } from '../../../src/rules/point.ts';
import { LineClient } from './client.ts';
import type { GoRecord } from './go-record.ts';

export const SUICIDE_ALLOWED: GoRuleset = { ko: 'positional', suicide: 'allowed' };
export const SUICIDE_FORBIDDEN: GoRuleset = { ko: 'positional', suicide: 'forbidden' };

/** A client that plays Go. It replays the moves on a board of its own, and checks them by its own rules. */
export abstract class GoClient extends LineClient {
  /** The client's running game, or its last game. */
  game: GoRecord | undefined;

  /** The client's game, if it has not ended. */
  get runningGame(): GoRecord | undefined {
    return this.game?.ending === undefined ? this.game : undefined;
  }

  protected requireGame(): GoRecord {
    return this.runningGame ?? this.fail('a message about a game, but no game is running');
  }

  /** Plays a stone that the server has reported. Returns the captured stones. */
  protected receiveStone(color: Color, point: Point | 'off-board'): readonly Point[] {
    const game = this.requireGame();
    if (game.hasTwoPasses) this.fail('a stone after two passes');
    if (color !== game.toMove) this.fail(`${color} played a stone, but it was not its turn\n${game}`);
    const refusal = game.judge(point);
    if (refusal !== undefined || point === 'off-board') this.fail(`an illegal stone: ${refusal}\n${game}`);
    return game.play(point);
  }

  protected receivePass(color: Color): void {
    const game = this.requireGame();
    if (game.hasTwoPasses) this.fail('a third pass');
    if (color !== game.toMove) this.fail(`${color} passed, but it was not its turn`);
    game.pass();
  }

  /** Compares the server's areas with the areas of this client's board. White's area contains a komi that the client does not know. */
  protected checkAreas({ black, white }: Score, dead: readonly Point[] = []): void {
    const area = this.requireGame().score(0, dead);
    if (black !== area.black || white < area.white) {
      this.fail(`black has ${area.black} and white ${area.white}\n${this.game}`);
    }
  }
}

export const winnerOf = ({ black, white }: Score): Color | 'draw' => {
  if (black === white) return 'draw';
  return black > white ? 'black' : 'white';
};
