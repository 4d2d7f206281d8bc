import type { Socket } from 'node:net';
import { connectedSocket, listeningSockets } from './find-sockets.ts';
import { hasOpen, isOpenInOtherProgram, processesOf } from './program-processes.ts';

/** A program by its process and its mark. */
interface Program {
  readonly pid: number | undefined;
  readonly mark: string;
}

/**
 * Whether a connection on this machine comes from a process of the program: other programs could send rubbish in its name. A connection whose
 * process has closed it does not. A process that has started within the last 50 ms may be missed. Outside of Linux the answer is always yes.
 */
export function isSocketOf(program: Program, { remoteAddress, remotePort, localAddress, localPort }: Socket): boolean {
  if (process.platform !== 'linux') return true;
  if (remoteAddress === undefined || remotePort === undefined) return false;
  if (localAddress === undefined || localPort === undefined) return false;
  const theirs = { address: remoteAddress, port: remotePort };
  const link = connectedSocket(theirs, { address: localAddress, port: localPort });
  return link !== undefined && hasAnyOpen(program, new Set([link]), false);
}

/**
 * Whether another program that is examined listens on this port. A process that no check has started may do so, for example the proxy of a
 * container. Outside of Linux the answer is always no.
 */
export function isPortOfOtherProgram(port: number, program: Program): boolean {
  if (process.platform !== 'linux') return false;
  const links = listeningSockets(port);
  return links.size > 0 && !hasAnyOpen(program, links, true) && isOpenInOtherProgram(links, program.mark);
}

const hasAnyOpen = ({ pid, mark }: Program, links: ReadonlySet<string>, isFresh: boolean): boolean =>
  processesOf(pid, mark, isFresh).some((each) => hasOpen(each.pid, links));
