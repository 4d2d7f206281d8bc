import assert from 'node:assert/strict';

/** The metrics of `/metrics`: the value of each row by `name{labels}`, and the type of each metric. */
export interface MetricValues {
  readonly rows: ReadonlyMap<string, number>;
  readonly types: ReadonlyMap<string, string>;
}

export async function readMetrics(url: string): Promise<MetricValues> {
  const answer = await fetch(`${url}/metrics`);
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('Content-Type') ?? '', /^text\/plain; version=0\.0\.4/);
  const [rows, types] = [new Map<string, number>(), new Map<string, string>()];
  for (const line of (await answer.text()).split('\n')) {
    const [, name = '', type = ''] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
    if (name !== '') types.set(name, type);
    if (line === '' || line.startsWith('#')) continue;
    const space = line.lastIndexOf(' ');
    rows.set(line.slice(0, space), Number(line.slice(space + 1)));
  }
  return { rows, types };
}
