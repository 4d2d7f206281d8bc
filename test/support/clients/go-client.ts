import type { Color } from '../../../src/rules/color.ts';
import type { GoRuleset, Score } from '../../../src/rules/go/ruleset.ts';
import type { Point } from '../../../src/rules/point.ts';
import { LineClient } from './client.ts';
import type { GoRecord } from './go-record.ts';

/** Every client here but DAIGO's. */
export const SUICIDE_ALLOWED: GoRuleset = { ko: 'positional', suicide: 'allowed' };
export const SUICIDE_FORBIDDEN: GoRuleset = { ko: 'positional', suicide: 'forbidden' };

/** A client that plays Go, and replays what it is told by its own rules. */
export abstract class GoClient extends LineClient {
  /** The game that it sits at, or sat at last. */
  game: GoRecord | undefined;

  /** The game that goes on. */
  get runningGame(): GoRecord | undefined {
    return this.game?.ending === undefined ? this.game : undefined;
  }

  protected requireGame(): GoRecord {
    return this.runningGame ?? this.fail('news of a game, and there is none');
  }

  /** A stone of `color` that the server says was played; the stones that it takes off. */
  protected receiveStone(color: Color, point: Point | 'off-board'): readonly Point[] {
    const game = this.requireGame();
    if (game.hasTwoPasses) this.fail('a stone after two passes');
    if (color !== game.toMove) this.fail(`a stone of ${color}, and it was not its turn\n${game}`);
    const refusal = game.judge(point);
    if (refusal !== undefined || point === 'off-board') this.fail(`an illegal stone: ${refusal}\n${game}`);
    return game.play(point);
  }

  protected receivePass(color: Color): void {
    const game = this.requireGame();
    if (game.hasTwoPasses) this.fail('a third pass');
    if (color !== game.toMove) this.fail(`a pass of ${color}, and it was not its turn`);
    game.pass();
  }

  /** Areas as the server counts them must be those of this client's board, white's with some komi. */
  protected checkAreas({ black, white }: Score, dead: readonly Point[] = []): void {
    const area = this.requireGame().score(0, dead);
    if (black !== area.black || white < area.white) {
      this.fail(`black has ${area.black} and white ${area.white}\n${this.game}`);
    }
  }
}

export const winnerOf = ({ black, white }: Score): Color | 'nobody' => {
  if (black === white) return 'nobody';
  return black > white ? 'black' : 'white';
};
