import { createServer, type Socket } from 'node:net';

// A server with the least possible memory per connection in Node: it answers all input with one line.

const server = createServer((socket) => {
  socket.on('data', answer);
  socket.on('error', ignore);
});

function answer(this: Socket): void {
  this.write('hello\n');
}

function ignore(): void {}

server.listen({ host: '127.0.0.1', port: 0 }, () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  process.stdout.write(`listening on 127.0.0.1:${address.port}\n`);
});
