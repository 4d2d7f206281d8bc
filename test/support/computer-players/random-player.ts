import type { EngineChoice, Situation } from '../../../src/engines/engine.ts';
import { ok, problem, type Result } from '../../../src/result.ts';
import { pointAt, square } from '../../../src/rules/point.ts';
import type { ComputerPlayer } from '../../../src/server/computer-players/computer-player.ts';
import type { RandomInt } from '../clients/random.ts';
import { legalityCheck, scriptedPlayer } from './scripted-player.ts';

const ATTEMPTS = 12;

/** A computer player with random moves. At times it plays an illegal move, resigns, or reports that its engine has failed. */
export const randomPlayer = (name: string, randomInt: RandomInt): ComputerPlayer =>
  scriptedPlayer(name, (situation) => choose(situation, randomInt));

function choose(situation: Situation, randomInt: RandomInt): Result<EngineChoice> {
  const { size, moves } = situation;
  const choice = randomInt(500);
  if (choice === 0) return problem('the engine is gone');
  if (choice === 1) return ok({ kind: 'resign' });
  const isLegal = legalityCheck(situation);
  const tired = moves.length > size * size && randomInt(3) === 0;
  for (let attempt = 0; attempt < ATTEMPTS && !tired; attempt++) {
    const point = pointAt(square(size), randomInt(size), randomInt(size));
    if (point !== undefined && (choice === 2 || isLegal(point))) return ok({ kind: 'play', point });
  }
  return ok({ kind: 'pass' });
}
