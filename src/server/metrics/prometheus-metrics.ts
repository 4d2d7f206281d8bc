import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { NodeStatus } from '../../nodes/node-status.ts';
import type { Archiver } from '../archiver.ts';
import type { AllComputerPlayers } from '../computer-players/all-computer-players.ts';
import type { Hub } from '../hub/hub.ts';
import type { ServerCounts } from './server-counts.ts';
import type { TwoKeyCounter } from './two-key-counter.ts';

/** The parts of the server from which requested metrics are read. */
export interface MetricSources {
  readonly counts: ServerCounts;
  readonly hub: Pick<Hub, 'statistics' | 'condition'>;
  readonly archiver: Pick<Archiver, 'backlog' | 'isFailing'>;
  readonly computers: Pick<AllComputerPlayers, 'seats'>;
  /** Set if this process is one of several nodes. */
  readonly node?: { readonly status: NodeStatus | undefined };
  /** The version of this package. */
  readonly version: string;
}

/** Upper bounds in seconds. A commit takes 1 ms on a fast disk, and tens of milliseconds on a slow one. */
const COMMIT_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/**
 * The library's metrics that are removed: lists of open handles, which take long with many connections and are less useful than
 * `tengen_connections`, and metrics that are NaN at first.
 */
const REMOVED =
  /^nodejs_active_(?:handles|requests|resources)(?:_total)?$|^nodejs_eventloop_lag_(?:min|mean|stddev)_seconds$/;

type Rows = () => Iterable<Row>;
type Define = (name: string, help: string, labelNames: readonly string[], rows: Rows) => void;
type DefineSingle = (name: string, help: string, value: () => number) => void;

type Row = readonly [labels: Readonly<Record<string, string>>, value: number];

/** Creates the metrics in a registry. Commits and the event loop are measured from this call on, other metrics since the start. */
export function openExposition(sources: MetricSources): Registry {
  const { counts, hub, archiver, computers, version, node } = sources;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const { name } of registry.getMetricsAsArray()) if (REMOVED.test(name)) registry.removeSingleMetric(name);
  const registers = [registry];

  const definer =
    (Metric: typeof Counter | typeof Gauge): Define =>
    (name, help, labelNames, rows) =>
      void new (Metric as typeof Gauge)({
        name: `tengen_${name}`,
        help,
        labelNames,
        registers,
        collect() {
          this.reset();
          for (const [labels, value] of rows()) this.inc(labels, value);
        },
      });
  const [counter, gauge] = [definer(Counter), definer(Gauge)];
  const countAll = (name: string, help: string, tally: TwoKeyCounter, first: string, second?: string): void =>
    counter(name, help, second === undefined ? [first] : [first, second], function* () {
      for (const [one, other, value] of tally)
        yield [second === undefined ? { [first]: one } : { [first]: one, [second]: other }, value];
    });
  const single: DefineSingle = (name, help, value) => gauge(name, help, [], () => [[{}, value()]]);

  gauge('build_info', 'Always 1; the labels say which version runs.', ['version', 'node'], () => [
    [{ version, node: process.version }, 1],
  ]);

  gauge('connections', 'Open connections whose protocol is known.', ['protocol'], () =>
    byProtocol(counts, (opened, closed) => opened - closed),
  );
  counter('connections_total', 'Connections since the server started.', ['protocol'], () =>
    byProtocol(counts, (opened) => opened),
  );
  countAll('turned_away_total', 'Connections that were refused or closed by the server.', counts.rejections, 'reason');
  single('players', 'Players with a name, including guests and computer players.', () => hub.statistics.named);
  single('seeks_waiting', 'Waiting seeks.', () => hub.statistics.waiting);

  countAll('commands_total', 'Commands of clients, including chat and watching.', counts.commands, 'protocol', 'kind');
  countAll('refusals_total', 'Commands that were refused.', counts.refusals, 'protocol', 'reason');
  countAll(
    'conversations_broken_total',
    'Sessions that ended because of a bug in the server; each is logged.',
    counts.sessionFailures,
    'protocol',
  );
  countAll('turns_total', 'Stored stones and passes, by the protocol of the seat.', counts.turns, 'protocol');

  single('games_running', 'Running games, including those whose players are away.', () => hub.statistics.games);
  countAll('games_begun_total', 'Started games.', counts.started, 'rules');
  countAll('games_ended_total', 'Ended games.', counts.ended, 'reason');
  counter('games_restored_total', 'Unfinished games that were restored at the start.', [], () => [
    [{}, counts.restoredGames],
  ]);

  const commits = new Histogram({
    name: 'tengen_journal_commit_seconds',
    help: 'Time to store events in the journal.',
    buckets: COMMIT_BUCKETS,
    registers,
  });
  counts.onCommit = (seconds) => commits.observe(seconds);
  counter('journal_entries_total', 'Events stored in the journal.', [], () => [[{}, counts.entries]]);
  single('journal_commit_waiting_seconds', 'Age of the current commit; 0 without one.', () => counts.writingFor);
  single('disk_full', '1 while the disk is full: moves are refused, ends of games are stored.', () =>
    Number(!hub.condition.hasRoom),
  );
  single('database_lost', '1 while a database file is deleted or replaced: moves are refused.', () =>
    Number(hub.condition.lost !== undefined),
  );
  single('draining', '1 while the server drains: no game starts.', () => Number(hub.condition.isDraining));

  single('archive_waiting_games', 'Ended games that are not in the archive yet.', () => archiver.backlog);
  single('archive_failing', '1 while the archive fails and is tried again later.', () => Number(archiver.isFailing));

  gauge('computer_games', 'Running games of a computer player.', ['player'], function* () {
    for (const { player, playing } of computers.seats) yield [{ player }, playing];
  });
  gauge('computer_games_max', 'Maximum number of games of a computer player at once.', ['player'], function* () {
    for (const { player, maximum } of computers.seats) yield [{ player }, maximum];
  });

  countAll('http_requests_total', 'Answered HTTP requests.', counts.requests, 'method', 'status');
  if (node !== undefined) addNodeMetrics(node, single, counter);
  return registry;
}

function addNodeMetrics(node: NonNullable<MetricSources['node']>, single: DefineSingle, counter: Define): void {
  const gauge = (name: string, help: string, value: (status: NodeStatus) => number): void =>
    single(name, help, () => (node.status === undefined ? 0 : value(node.status)));
  const count = (name: string, help: string, value: (status: NodeStatus) => number): void =>
    counter(name, help, [], () => [[{}, node.status === undefined ? 0 : value(node.status)]]);
  gauge('node_number', 'The number of this node; 0 while it has not joined.', ({ number }) => number ?? 0);
  gauge('node_open', '1 while this node reads from clients and answers them.', ({ isOpen }) => Number(isOpen));
  gauge(
    'node_lag_milliseconds',
    'Milliseconds between publishing a heartbeat and applying it: of the last one, or of one that is on its way for longer.',
    ({ lag }) => lag,
  );
  gauge('node_members', 'Live nodes that this node knows.', ({ members }) => members);
  gauge('node_applied_sequence', 'Sequence of the last message that was applied.', ({ applied }) => applied);
  count('node_batches_total', 'Published batches of inputs.', ({ batches }) => batches);
  count('node_repetitions_total', 'How often a batch was published again.', ({ repetitions }) => repetitions);
  count('node_deaths_total', 'How often this node was declared dead.', ({ deaths }) => deaths);
}

function* byProtocol({ connections }: ServerCounts, value: (opened: number, closed: number) => number): Iterable<Row> {
  const closed = new Map<string, number>();
  for (const [protocol, state, amount] of connections) if (state === 'closed') closed.set(protocol, amount);
  for (const [protocol, way, amount] of connections)
    if (way === 'opened') yield [{ protocol }, value(amount, closed.get(protocol) ?? 0)];
}
