import { constants } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import { type CertificateFiles, CertificateUnusable } from './certificate.ts';

/** Milliseconds that a handshake may take. */
const LONGEST_HANDSHAKE = 10_000;

/** Whom a handshake is told of. */
interface Handshake {
  done(inside: TLSSocket): void;
  failed(error: Error): void;
}

/** Speaks TLS, from version 1.2 on, on sockets that somebody else has accepted. */
export class TlsServer {
  readonly #server: Server;
  /** Who is in the middle of a handshake, by the ends of the connection. */
  readonly #shaking = new Map<string, Handshake>();

  /** Throws `CertificateUnusable`. */
  constructor(files: CertificateFiles) {
    this.#server = openServer(files);
    this.#server.on('secureConnection', (inside) => {
      const handshake = this.#shaking.get(endsOf(inside));
      if (handshake === undefined) inside.destroy();
      else handshake.done(inside);
    });
    this.#server.on('tlsClientError', (error, inside) => {
      this.#shaking.get(endsOf(inside))?.failed(error);
      inside.destroy();
    });
  }

  /** Takes over a paused socket that has yet to begin a handshake. Where nothing comes of it the socket is closed. */
  take(socket: Socket, { done, failed }: Handshake): void {
    const ends = endsOf(socket);
    const timer = setTimeout(() => {
      failed(new Error('it takes too long'));
      socket.destroy();
    }, LONGEST_HANDSHAKE);
    timer.unref();
    const letGo = (): void => {
      clearTimeout(timer);
      this.#shaking.delete(ends);
      socket.off('close', letGo);
    };
    socket.on('close', letGo);
    const succeed = (inside: TLSSocket): void => {
      letGo();
      done(inside);
    };
    this.#shaking.set(ends, { done: succeed, failed });
    this.#server.emit('connection', socket);
  }
}

/** No two connections have both ends the same. */
const endsOf = ({ remoteAddress, remotePort, localAddress, localPort }: Socket): string =>
  [remoteAddress, remotePort, localAddress, localPort].join(' ');

/** A server that never listens. */
function openServer(files: CertificateFiles): Server {
  const [cert, key] = [readPem('certificate', files.cert), readPem('key', files.key)];
  try {
    return createServer({
      cert,
      key,
      minVersion: 'TLSv1.2',
      ALPNProtocols: ['http/1.1'],
      // A handshake costs a server far more than who asks for it: one is enough.
      secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
    });
  } catch (error) {
    throw new CertificateUnusable(
      `the certificate ${files.cert} with the key ${files.key} cannot be used: ${told(error)}`,
    );
  }
}

function readPem(what: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new CertificateUnusable(`the ${what} ${path} cannot be read: ${told(error)}`);
  }
}

const told = (error: unknown): string => (error instanceof Error ? error.message : String(error));
