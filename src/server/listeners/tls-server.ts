import { constants } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import { messageOf } from '../../result.ts';
import { type CertificateFiles, CertificateUnusable } from './certificate-files.ts';

/** The longest handshake in milliseconds. */
const LONGEST_HANDSHAKE = 10_000;

/** Called when a handshake is done or has failed. */
interface Handshake {
  done(inside: TLSSocket): void;
  failed(error: Error): void;
}

/** TLS from version 1.2 on sockets that a listener has accepted. */
export class TlsServer {
  readonly #server: Server;
  /** Handshakes in progress, by the addresses of the connection. */
  readonly #handshakes = new Map<string, Handshake>();

  /** Throws `CertificateUnusable`. */
  constructor(files: CertificateFiles) {
    this.#server = openServer(files);
    this.#server.on('secureConnection', (inside) => {
      const handshake = this.#handshakes.get(endsOf(inside));
      if (handshake === undefined) inside.destroy();
      else handshake.done(inside);
    });
    this.#server.on('tlsClientError', (error, inside) => {
      this.#handshakes.get(endsOf(inside))?.failed(error);
      inside.destroy();
    });
  }

  /** Starts the handshake on a paused socket. If it fails, the socket is closed. */
  take(socket: Socket, { done, failed }: Handshake): void {
    const ends = endsOf(socket);
    const timer = setTimeout(() => {
      failed(new Error('it takes too long'));
      socket.destroy();
    }, LONGEST_HANDSHAKE);
    timer.unref();
    const release = (): void => {
      clearTimeout(timer);
      this.#handshakes.delete(ends);
      socket.off('close', release);
    };
    socket.on('close', release);
    const succeed = (inside: TLSSocket): void => {
      release();
      done(inside);
    };
    this.#handshakes.set(ends, { done: succeed, failed });
    this.#server.emit('connection', socket);
  }
}

/** Both addresses of a connection, which identify it. */
const endsOf = ({ remoteAddress, remotePort, localAddress, localPort }: Socket): string =>
  [remoteAddress, remotePort, localAddress, localPort].join(' ');

/** A TLS server that never listens. */
function openServer(files: CertificateFiles): Server {
  const [cert, key] = [readPem('certificate', files.cert), readPem('key', files.key)];
  try {
    return createServer({
      cert,
      key,
      minVersion: 'TLSv1.2',
      ALPNProtocols: ['http/1.1'],
      // A handshake costs the server far more than the client, so there is only one.
      secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
    });
  } catch (error) {
    throw new CertificateUnusable(
      `the certificate ${files.cert} with the key ${files.key} cannot be used: ${messageOf(error)}`,
    );
  }
}

function readPem(what: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new CertificateUnusable(`the ${what} ${path} cannot be read: ${messageOf(error)}`);
  }
}
