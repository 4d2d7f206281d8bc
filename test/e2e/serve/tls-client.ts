import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type ConnectionOptions, type TLSSocket, connect as wrap } from 'node:tls';
import { certificate } from '../../support/server/test-certificate.ts';
import { TcpClient } from './tcp-client.ts';

const trusted = [certificate('first').ca, certificate('second').ca];

/** Opens a TLS connection that trusts both test certificates. Rejects if the handshake fails. */
export async function connectTls(to: number | Socket, options: ConnectionOptions = {}): Promise<TLSSocket> {
  const socket = typeof to === 'number' ? connect(to, '127.0.0.1') : to;
  const inside = wrap({ socket, host: 'localhost', ca: trusted, ...options });
  await once(inside, 'secureConnect');
  return inside;
}

/** A client whose connection uses TLS. */
export const connectTlsClient = async (port: number): Promise<TcpClient> => new TcpClient(await connectTls(port));
