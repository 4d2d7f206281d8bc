import { userInfo } from 'node:os';
import { type ClientUrl, parseClientUrl } from '../client/client-url.ts';
import { dialTcp } from '../client/tcp-connection.ts';
import { systemClock } from '../clock.ts';
import { parseWholeNumber } from '../protocols/parse-whole-number.ts';
import { playFullScreen } from '../terminal/full-screen.ts';
import { playLineMode } from '../terminal/line-mode.ts';
import { exitWithUsageError } from './exit-with-usage-error.ts';

export async function play(text: string, { plain }: { plain?: true }): Promise<void> {
  const url = await parseClientUrl(text, { name: userInfo().username });
  if (!url.ok) exitWithUsageError(url.problem);
  const options = optionsFor(url.value);
  const { stdin, stdout } = process;
  stdout.on('error', (error: NodeJS.ErrnoException) =>
    error.code === 'EPIPE' ? process.exit(0) : exitWithUsageError(error.message),
  );
  if (plain || !stdin.isTTY || !stdout.isTTY) {
    const ended = await playLineMode(options, stdin, stdout);
    if (ended.kind === 'connection-failed') exitWithUsageError(`${url.value.text}: ${ended.text}`);
  } else {
    const problem = await playFullScreen({ ...options, title: url.value.text }, stdin, stdout);
    if (problem !== undefined) exitWithUsageError(`${url.value.text}: ${problem}`);
  }
  process.exit(0);
}

/** If the URL has a size or an opponent, the client sends a seek at once. */
function optionsFor({ protocol, open, host, port, settings }: ClientUrl) {
  const size = parseWholeNumber(settings['size'] ?? '');
  const opponent = settings['opponent'];
  const isSeek = size !== undefined || opponent !== undefined;
  const seekOptions = { ...(size === undefined ? {} : { size }), ...(opponent === undefined ? {} : { opponent }) };
  const seek = isSeek ? ({ kind: 'seek', ...seekOptions } as const) : undefined;
  return { dial: dialTcp(host, port), clock: systemClock, protocol, open, seek };
}
