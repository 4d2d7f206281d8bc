import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { USUAL_OPTIONS } from '../../../test/support/lobby/go-seat.ts';
import type { GameEvent, JournalEntry, SeatRecord } from '../../lobby/games/game-event.ts';
import { type MetricSources, openExposition } from './prometheus-metrics.ts';
import { ServerCounts } from './server-counts.ts';

const seat = (name: string, protocol: string): SeatRecord => ({
  name,
  protocol,
  guest: false,
  listener: 'plain',
  address: '127.0.0.1',
  parameters: { game: 'go', size: 9, ruleset: { ko: 'positional', suicide: 'allowed' }, komi: 0, fixedKomi: false },
});
const SEATED: GameEvent = {
  kind: 'seated',
  black: seat('alice', 'nu6'),
  white: seat('dora', 'daigo'),
  komi: 7,
  options: USUAL_OPTIONS,
};
const entry = (index: number, event: GameEvent): JournalEntry => ({ game: 7, index, at: 0, event });

/** Counters with their own clock, and the metrics of a server. `changes`: the parts of the server that differ from the default. */
function open(changes: Partial<MetricSources> = {}) {
  const clock = { now: 0 };
  const counts = new ServerCounts(() => clock.now);
  const registry = openExposition({
    counts,
    hub: {
      statistics: { players: 3, named: 2, waiting: 1, games: 4 },
      condition: { hasRoom: true, isDraining: false, isStopping: false, isOpen: true, lost: undefined },
    },
    archiver: { backlog: 0, isFailing: false },
    computers: { seats: [] },
    version: '1.2.3',
    ...changes,
  });
  const metric = async (name: string): Promise<string[]> =>
    (await registry.getSingleMetricAsString(name)).split('\n').filter((line) => !line.startsWith('#'));
  return { clock, counts, metric };
}

describe('the metrics', () => {
  test('count the moves of a restored game by the protocols of its seats', async () => {
    const { counts, metric } = open();
    counts.restored(entry(0, SEATED));
    counts.storing([entry(2, { kind: 'passed', color: 'white' }), entry(3, { kind: 'ended', reason: 'score' })])();
    assert.deepEqual(await metric('tengen_turns_total'), ['tengen_turns_total{protocol="daigo"} 1']);
    assert.deepEqual(await metric('tengen_games_restored_total'), ['tengen_games_restored_total 1']);
    assert.deepEqual(await metric('tengen_games_begun_total'), []);
    assert.deepEqual(await metric('tengen_games_ended_total'), ['tengen_games_ended_total{reason="score"} 1']);
  });

  test('count events only once they are stored, and have the duration of the commit', async () => {
    const { clock, counts, metric } = open();
    const finishStoring = counts.storing([entry(0, SEATED)]);
    clock.now = 1_500;
    assert.deepEqual(await metric('tengen_journal_commit_waiting_seconds'), [
      'tengen_journal_commit_waiting_seconds 1.5',
    ]);
    assert.deepEqual(await metric('tengen_journal_entries_total'), ['tengen_journal_entries_total 0']);
    finishStoring();
    assert.deepEqual(await metric('tengen_journal_commit_waiting_seconds'), [
      'tengen_journal_commit_waiting_seconds 0',
    ]);
    assert.deepEqual(await metric('tengen_journal_entries_total'), ['tengen_journal_entries_total 1']);
    const commits = await metric('tengen_journal_commit_seconds');
    assert(commits.includes('tengen_journal_commit_seconds_sum 1.5'));
    assert(commits.includes('tengen_journal_commit_seconds_bucket{le="1"} 0'));
    assert(commits.includes('tengen_journal_commit_seconds_bucket{le="2.5"} 1'));
  });

  test('of a node show its state among the other nodes, and are absent in a single process', async () => {
    const status = { number: 3, isOpen: true, lag: 12, applied: 70, batches: 9, repetitions: 2, members: 4, deaths: 1 };
    const { metric } = open({ node: { status } });
    for (const row of [
      'tengen_node_number 3',
      'tengen_node_open 1',
      'tengen_node_lag_milliseconds 12',
      'tengen_node_applied_sequence 70',
      'tengen_node_batches_total 9',
      'tengen_node_repetitions_total 2',
      'tengen_node_members 4',
      'tengen_node_deaths_total 1',
    ])
      assert.deepEqual(await metric(row.replace(/ .*/, '')), [row]);
    const joining = open({ node: { status: undefined } });
    assert.deepEqual(await joining.metric('tengen_node_number'), ['tengen_node_number 0']);
    assert.deepEqual(await joining.metric('tengen_node_open'), ['tengen_node_open 0']);
    await assert.rejects(open().metric('tengen_node_open'));
  });

  test('show the state of the server at the time of the request', async () => {
    const condition = { hasRoom: false, isDraining: true, isStopping: false, isOpen: true, lost: undefined };
    const statistics = { players: 3, named: 2, waiting: 1, games: 4 };
    const seats = [{ player: 'gnugo', playing: 3, maximum: 16 }];
    const archiver = { backlog: 9, isFailing: true };
    const { metric } = open({ hub: { statistics, condition }, archiver, computers: { seats } });
    for (const row of [
      'tengen_disk_full 1',
      'tengen_draining 1',
      'tengen_archive_waiting_games 9',
      'tengen_archive_failing 1',
      'tengen_players 2',
      'tengen_seeks_waiting 1',
      'tengen_games_running 4',
      'tengen_computer_games{player="gnugo"} 3',
      'tengen_computer_games_max{player="gnugo"} 16',
    ])
      assert.deepEqual(await metric(row.replace(/[{ ].*/, '')), [row]);
  });
});
