import type { Socket } from 'node:net';
import { connectedSocket, listeningSockets } from './find-sockets.ts';
import { hasOpen, isOpenInOtherProgram, processesOf } from './program-processes.ts';

/** A program by its process and its mark. */
interface Program {
  readonly pid: number | undefined;
  readonly mark: string;
}

/**
 * Whether a connection on this machine comes from a process of the program. Other programs could send wrong messages in
 * its name. False if the process has already closed the connection, and perhaps if it has started within the last 50
 * ms. On systems other than Linux always true.
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
 * Whether another tested program listens on this port. A process that was not started by a check may listen, for
 * example the proxy of a container. On systems other than Linux always false.
 */
export function isPortOfOtherProgram(port: number, program: Program): boolean {
  if (process.platform !== 'linux') return false;
  const links = listeningSockets(port);
  return links.size > 0 && !hasAnyOpen(program, links, true) && isOpenInOtherProgram(links, program.mark);
}

const hasAnyOpen = ({ pid, mark }: Program, links: ReadonlySet<string>, isFresh: boolean): boolean =>
  processesOf(pid, mark, isFresh).some((each) => hasOpen(each.pid, links));
