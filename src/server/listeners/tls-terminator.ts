import { constants } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import { messageOf } from '../../result.ts';
import { type CertificateFiles, CertificateUnusable } from './certificate-files.ts';

/** Milliseconds after which a handshake has failed. */
const LONGEST_HANDSHAKE = 10_000;

/** Called when a handshake is done or has failed. */
interface Handshake {
  done(tlsSocket: TLSSocket): void;
  failed(error: Error): void;
}

/** Decrypts accepted sockets with TLS 1.2 or later. */
export class TlsTerminator {
  readonly #server: Server;
  /** Handshakes in progress, by both addresses of the connection. */
  readonly #handshakes = new Map<string, Handshake>();

  /** Throws `CertificateUnusable`. */
  constructor(files: CertificateFiles) {
    this.#server = openServer(files);
    this.#server.on('secureConnection', (tlsSocket) => {
      const handshake = this.#handshakes.get(endsOf(tlsSocket));
      if (handshake === undefined) tlsSocket.destroy();
      else handshake.done(tlsSocket);
    });
    this.#server.on('tlsClientError', (error, tlsSocket) => {
      this.#handshakes.get(endsOf(tlsSocket))?.failed(error);
      tlsSocket.destroy();
    });
  }

  /** Starts the handshake on a paused socket. If it fails, the socket is closed. */
  start(socket: Socket, { done, failed }: Handshake): void {
    const ends = endsOf(socket);
    const timer = setTimeout(() => {
      failed(new Error('the handshake took too long'));
      socket.destroy();
    }, LONGEST_HANDSHAKE);
    timer.unref();
    const release = (): void => {
      clearTimeout(timer);
      this.#handshakes.delete(ends);
      socket.off('close', release);
    };
    socket.on('close', release);
    const succeed = (tlsSocket: TLSSocket): void => {
      release();
      done(tlsSocket);
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
      // A handshake costs the server far more than the client, so each connection has only one.
      secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
    });
  } catch (error) {
    throw new CertificateUnusable(
      `the certificate ${files.cert} with the key ${files.key} cannot be used: ${messageOf(error)}`,
    );
  }
}

function readPem(kind: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new CertificateUnusable(`the ${kind} ${path} cannot be read: ${messageOf(error)}`);
  }
}
