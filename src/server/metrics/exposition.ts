import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Archiver } from '../archiver.ts';
import type { ComputerPlayers } from '../computer-players/computer-players.ts';
import type { Hub } from '../hub/hub.ts';
import type { Counts } from './counts.ts';
import type { Tally } from './tally.ts';

/** What is looked at when somebody asks for the metrics. */
export interface MetricSources {
  readonly counts: Counts;
  readonly hub: Pick<Hub, 'statistics' | 'condition'>;
  readonly archiver: Pick<Archiver, 'backlog' | 'isFailing'>;
  readonly house: Pick<ComputerPlayers, 'seats'>;
  /** Of this package. */
  readonly version: string;
}

/** Seconds: a commit on a fast disk takes a millisecond, one on a slow disk tens of them. */
const COMMIT_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/**
 * What the library tells and nobody needs: lists of every open handle, which take as long as there are connections and tell
 * less than `tengen_connections` does, and what is no number before the event loop has been watched for a while.
 */
const NEEDLESS =
  /^nodejs_active_(?:handles|requests|resources)(?:_total)?$|^nodejs_eventloop_lag_(?:min|mean|stddev)_seconds$/;

type Row = readonly [labels: Readonly<Record<string, string>>, value: number];

/**
 * The metrics of a server, in a registry of prom-client. Commits are timed, and the event loop is watched, from this call
 * on; everything else has been counted since the start.
 */
export function openExposition({ counts, hub, archiver, house, version }: MetricSources): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const { name } of registry.getMetricsAsArray()) if (NEEDLESS.test(name)) registry.removeSingleMetric(name);
  const registers = [registry];

  const counter = (name: string, help: string, labelNames: readonly string[], rows: () => Iterable<Row>): void =>
    void new Counter({
      name: `tengen_${name}`,
      help,
      labelNames,
      registers,
      collect() {
        this.reset();
        for (const [labels, value] of rows()) this.inc(labels, value);
      },
    });
  const tallied = (name: string, help: string, tally: Tally, first: string, second?: string): void =>
    counter(name, help, second === undefined ? [first] : [first, second], function* () {
      for (const [one, other, value] of tally)
        yield [second === undefined ? { [first]: one } : { [first]: one, [second]: other }, value];
    });
  const gauge = (name: string, help: string, labelNames: readonly string[], rows: () => Iterable<Row>): void =>
    void new Gauge({
      name: `tengen_${name}`,
      help,
      labelNames,
      registers,
      collect() {
        this.reset();
        for (const [labels, value] of rows()) this.set(labels, value);
      },
    });
  const single = (name: string, help: string, value: () => number): void =>
    gauge(name, help, [], () => [[{}, value()]]);

  gauge('build_info', 'Always 1; the labels say which version runs.', ['version', 'node'], () => [
    [{ version, node: process.version }, 1],
  ]);

  gauge('connections', 'Connections that have shown which protocol they speak.', ['protocol'], () =>
    byProtocol(counts, (came, went) => came - went),
  );
  counter('connections_total', 'Connections so far.', ['protocol'], () => byProtocol(counts, (came) => came));
  tallied(
    'turned_away_total',
    'Connections that were not let in, or closed for what they did.',
    counts.rejections,
    'reason',
  );
  single('players', 'Players with a name, of the house and guests among them.', () => hub.statistics.named);
  single('seeks_waiting', 'Players who wait for a game.', () => hub.statistics.waiting);

  tallied('commands_total', 'What players asked for, chat and looking included.', counts.commands, 'protocol', 'kind');
  tallied('refusals_total', 'Commands that were refused.', counts.refusals, 'protocol', 'reason');
  tallied(
    'conversations_broken_total',
    'Conversations that a mistake of the server ended; the log has each.',
    counts.breaks,
    'protocol',
  );
  tallied('turns_total', 'Stones and passes that are kept, by the protocol of the seat.', counts.turns, 'protocol');

  single(
    'games_running',
    'Games that have not ended, those whose players are away included.',
    () => hub.statistics.games,
  );
  tallied('games_begun_total', 'Games that began.', counts.begun, 'rules');
  tallied('games_ended_total', 'Games that ended.', counts.ended, 'reason');
  counter('games_restored_total', 'Unfinished games that were read back at the start.', [], () => [
    [{}, counts.restoredGames],
  ]);

  const commits = new Histogram({
    name: 'tengen_journal_commit_seconds',
    help: 'From handing events to the journal until they are kept.',
    buckets: COMMIT_BUCKETS,
    registers,
  });
  counts.onCommit = (seconds) => commits.observe(seconds);
  counter('journal_entries_total', 'Events that the journal has kept.', [], () => [[{}, counts.entries]]);
  single(
    'journal_commit_waiting_seconds',
    'How long the commit that is under way has lasted; 0 without one.',
    () => counts.writingFor,
  );
  single('disk_full', '1 while the disk is as good as full: no turn is taken, ends are kept.', () =>
    Number(!hub.condition.hasRoom),
  );
  single('database_lost', '1 while a file of a database is deleted or replaced: no turn is taken.', () =>
    Number(hub.condition.lost !== undefined),
  );
  single('draining', '1 while no game begins any more because the server is to stop.', () =>
    Number(hub.condition.isDraining),
  );

  single('archive_waiting_games', 'Games that have ended and are not in the archive yet.', () => archiver.backlog);
  single('archive_failing', '1 while the archive does not take games and is asked again later.', () =>
    Number(archiver.isFailing),
  );

  gauge('house_seats', 'Seats of a house player, by what they do.', ['player', 'state'], function* () {
    for (const { player, playing, attending } of house.seats) {
      yield [{ player, state: 'playing' }, playing];
      yield [{ player, state: 'attending' }, attending];
    }
  });
  gauge('house_seats_max', 'The most seats that a house player may take.', ['player'], function* () {
    for (const { player, most } of house.seats) yield [{ player }, most];
  });

  tallied('http_requests_total', 'Requests over HTTP that were answered.', counts.requests, 'method', 'status');
  return registry;
}

function* byProtocol({ connections }: Counts, value: (came: number, went: number) => number): Iterable<Row> {
  const went = new Map<string, number>();
  for (const [protocol, way, amount] of connections) if (way === 'went') went.set(protocol, amount);
  for (const [protocol, way, amount] of connections)
    if (way === 'came') yield [{ protocol }, value(amount, went.get(protocol) ?? 0)];
}
