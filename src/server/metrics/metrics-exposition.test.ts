import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergedExpositions } from './metrics-exposition.ts';

// Prometheus' text format: all lines of a metric must be one group, with one HELP and one TYPE line before it.
test('the texts of several processes are merged into one, with each metric once', () => {
  const one =
    '# HELP a_total What is a.\n# TYPE a_total counter\na_total{process="1"} 3\n\n# HELP b B\n# TYPE b gauge\n';
  const other = [
    ...['# HELP b B', '# TYPE b gauge', 'b{x="#",process="2"} 4', 'b{x="y",process="2"} 5', ''],
    ...['# HELP a_total What is a.', '# TYPE a_total counter', 'a_total{process="2"} 6', ''],
  ].join('\n');
  assert.equal(
    mergedExpositions([one, other]),
    [
      ...['# HELP a_total What is a.', '# TYPE a_total counter', 'a_total{process="1"} 3', 'a_total{process="2"} 6'],
      ...['', '# HELP b B', '# TYPE b gauge', 'b{x="#",process="2"} 4', 'b{x="y",process="2"} 5', ''],
    ].join('\n'),
  );
});
