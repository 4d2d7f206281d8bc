import type { Server } from 'node:net';
import { addressText } from '../../protocols/protocol-url.ts';

/** A listener cannot be opened. The message is one clear line. */
export class CannotListen extends Error {
  override readonly name = 'CannotListen';

  constructor(error: NodeJS.ErrnoException, host: string, port: number) {
    super(`cannot listen on ${addressText(host, port)}: ${REASONS[error.code ?? ''] ?? error.message}`);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is already in use',
  EACCES: 'not permitted',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTSUP: 'this system cannot share a port between processes',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'no such host',
};

/** The address of a listening server as `host:port`, with the port that the system has chosen. */
export function boundAddress(server: Server): string {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the server does not listen on a TCP port');
  return addressText(bound.address, bound.port);
}
