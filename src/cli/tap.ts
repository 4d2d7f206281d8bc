import { systemClock } from '../clock.ts';
import { PROTOCOLS } from '../protocols/protocol-list.ts';
import { loadMessages } from '../protocols/protocol-module.ts';
import { addressText } from '../protocols/protocol-url.ts';
import { CannotListen } from '../server/listeners/bound-address.ts';
import { type HostAndPort, parseAddress } from '../tap/host-and-port.ts';
import { problemOfHost, TapProxy } from '../tap/tap-proxy.ts';
import { TapRecorder } from '../tap/tap-recorder.ts';
import { TranscriptFile } from '../tap/transcript-file.ts';
import { exitWithUsageError } from './exit-with-usage-error.ts';
import { stopOnSignal } from './stop-on-signal.ts';

const DEFAULT_HOST = '127.0.0.1';

interface Options {
  readonly listen: string;
  readonly to: string;
  readonly write?: string;
  readonly protocol?: string;
  readonly once?: true;
}

export async function tap({ listen, to: server, protocol, write, once }: Options): Promise<void> {
  const from = addressIn('--listen', listen, DEFAULT_HOST);
  const to = addressIn('--to', server);
  if (protocol !== undefined && PROTOCOLS.every(({ name }) => name !== protocol)) {
    exitWithUsageError(
      `--protocol ${protocol}: unknown protocol; known protocols are ${PROTOCOLS.map(({ name }) => name).join(', ')}`,
    );
  }
  const hostProblem = await problemOfHost(to);
  if (hostProblem !== undefined) exitWithUsageError(`--to ${addressText(to.host, to.port)}: ${hostProblem}`);
  const file = write === undefined ? undefined : openFile(write);
  const recorder = new TapRecorder(
    `Recorded by tengen tap in front of ${addressText(to.host, to.port)}.`,
    outputOf(file),
    systemClock.now(),
    {
      list: PROTOCOLS,
      messagesOf: await loadMessages(PROTOCOLS),
      ...(protocol !== undefined && { protocol }),
    },
  );
  const running = await open({ listen: from, to, recorder, clock: systemClock });
  process.stdout.write(`listening on ${running.address}\n`);
  // After the first signal, messages on their way are still forwarded.
  const onSignal = stopOnSignal(() => void stop(running, file));
  // The reader has closed the pipe, as `head` does.
  process.stdout.on('error', onSignal);
  if (once) {
    await running.idle();
    await stop(running, file);
  }
}

function addressIn(option: string, text: string, defaultHost?: string): HostAndPort {
  const address = parseAddress(text, defaultHost);
  return address.ok ? address.value : exitWithUsageError(`${option}: ${address.problem}`);
}

function openFile(path: string): TranscriptFile {
  const file = TranscriptFile.open(path);
  return file.ok ? file.value : exitWithUsageError(file.problem);
}

/** Shows lines on standard output and writes the transcript. Reports only the first write error, immediately. */
function outputOf(file: TranscriptFile | undefined) {
  return {
    show: (line: string) => void process.stdout.write(`${line}\n`),
    write(line: string) {
      if (file === undefined || file.problem !== undefined) return;
      file.write(line);
      if (file.problem !== undefined) process.stderr.write(`tengen: ${file.problem}\n`);
    },
  };
}

async function open(options: Parameters<typeof TapProxy.open>[0]): Promise<TapProxy> {
  try {
    return await TapProxy.open(options);
  } catch (error) {
    if (error instanceof CannotListen) exitWithUsageError(error.message);
    throw error;
  }
}

async function stop(running: TapProxy, file: TranscriptFile | undefined): Promise<never> {
  await running.stop();
  file?.close();
  process.exit(file?.problem === undefined ? 0 : 1);
}
