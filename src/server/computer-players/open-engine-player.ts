import { ENGINE_TIMEOUTS } from '../../engines/engine-timeouts.ts';
import { acceptedSizes, type ExternalEngine } from '../../engines/external-engine.ts';
import { openExternalEngine } from '../../engines/open-external-engine.ts';
import { RestartingEngine } from '../../engines/restarting-engine.ts';
import type { OfferedBoards } from '../../lobby/pairing/offered-boards.ts';
import { ok, problem, type Result } from '../../result.ts';
import { GOMOKU_RULES } from '../../rules/gomoku/gomoku-rules.ts';
import type { Log } from '../hub/observability.ts';
import { COMPUTER_RULESET, type ComputerPlayer } from './computer-player.ts';

/** Shorter times to quit, because a stopping server cannot wait longer for an engine. */
const TIMEOUTS = { ...ENGINE_TIMEOUTS, quit: 1_500, terminate: 1_000 };

/**
 * Opens a computer player whose engine is another program. The program is run once to find out whether it works, which game it plays,
 * and on which boards. A problem is described in one line.
 */
export async function openEnginePlayer(name: string, command: string, log: Log): Promise<Result<ComputerPlayer>> {
  const logRemark = (line: string): void => log.info({ player: name, remark: line }, 'engine.remark');
  const open = (): Promise<Result<ExternalEngine>> =>
    openExternalEngine(command, { game: 'unknown', log: logRemark, timeouts: TIMEOUTS });
  const first = await open();
  if (!first.ok) return problem(`bot ${name}: ${first.problem}`);
  const sizes = await acceptedSizes(first.value);
  if (!sizes.ok || sizes.value.length === 0) {
    await first.value.close();
    return problem(`bot ${name}: ${sizes.ok ? 'it supports no board size' : sizes.problem}`);
  }
  // The first game uses the program that is running already.
  let spare: ExternalEngine | undefined = first.value;
  const takeSpare = (): ExternalEngine | undefined => {
    const taken = spare;
    spare = undefined;
    return taken;
  };
  return ok({
    name,
    offers: [offerOf(first.value, sizes.value)],
    engine: () => new RestartingEngine(takeSpare(), open, logRemark),
    close: async () => await takeSpare()?.close(),
  });
}

function offerOf({ kind }: ExternalEngine, sizes: readonly number[]): OfferedBoards {
  return kind === 'gtp'
    ? { game: 'go', sizes, ruleset: COMPUTER_RULESET }
    : { game: 'gomoku', sizes, rules: GOMOKU_RULES };
}
