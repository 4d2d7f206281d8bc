import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';

/** A student's program with one fault: `node hostile-program.ts FAULT PORT`. */
const [, , fault = '', portText = ''] = process.argv;
const port = Number(portText);

/** A server; the callback gets each connection. */
function serve(answer: (socket: Socket) => void): void {
  createServer((socket) => {
    socket.on('error', () => {});
    answer(socket);
  }).listen(port, '127.0.0.1');
}

/**
 * The TCP ports on which this check and its programs listen. Ports of other programs are left out, because other tests run at the same time.
 */
function portsOfThisCheck(): number[] {
  const check = checkOf(process.ppid);
  const open = new Set(
    readdirSync('/proc')
      .filter((pid) => /^\d+$/.test(pid) && checkOf(Number(pid)) === check)
      .flatMap((pid) => openFiles(pid)),
  );
  const row = /^ *\d+: [0-9A-F]{8}:([0-9A-F]{4}) \S+ 0A (?:\S+ +){5}(\d+)/gm;
  return [...readFileSync('/proc/net/tcp', 'latin1').matchAll(row)].flatMap(([, written = '', inode]) =>
    open.has(`socket:[${inode}]`) ? Number.parseInt(written, 16) : [],
  );
}

/** The process `tengen check --all` that has started this one. */
function checkOf(pid: number): number | undefined {
  try {
    if (readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('\0check\0--all\0')) return pid;
    const [, parent = '0'] = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? [];
    return parent === '0' ? undefined : checkOf(Number(parent));
  } catch {
    return undefined;
  }
}

function openFiles(pid: string): string[] {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).map((fd) => {
      try {
        return readlinkSync(`${folder}/${fd}`);
      } catch {
        return '';
      }
    });
  } catch {
    return [];
  }
}

/** The ports of programs with this fault. */
function portsOf(name: string): number[] {
  return readdirSync('/proc').flatMap((pid) => {
    try {
      const [ownFault, portText] = readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0').slice(2);
      return ownFault === name ? Number(portText) : [];
    } catch {
      return [];
    }
  });
}

const stayAlive = (): void => void setInterval(() => {}, 1_000);
export const FAULTS: Readonly<Record<string, () => void>> = {
  'exits-at-once': () => process.exit(3),
  'never-listens': stayAlive,
  'never-answers': () => serve((socket) => void socket.resume()),
  'ignores-sigterm': () => {
    process.on('SIGTERM', () => {});
    serve((socket) => void socket.resume());
  },
  'floods-output': () => {
    const line = `\u001b[2J${'y'.repeat(1_000)}\n`;
    const write = (): void => {
      while (process.stdout.write(line));
    };
    process.stdout.on('drain', write);
    write();
  },
  'floods-socket': () =>
    serve((socket) => {
      const flood = (): void => {
        while (!socket.destroyed && socket.write('WARNING a flood\n'.repeat(1_000)));
      };
      socket.write('WAITING\n');
      socket.on('drain', () => setImmediate(flood));
      socket.once('data', flood);
    }),
  'floods-one-line': () =>
    serve((socket) => {
      const flood = (): void => {
        while (!socket.destroyed && socket.write('x'.repeat(65_536)));
      };
      socket.on('drain', () => setImmediate(flood));
      socket.once('data', flood);
    }),
  'uses-memory': () => {
    const blocks: Buffer[] = [];
    // At most 1.5 GiB, so that a failing test does not use up the machine's memory.
    setInterval(() => blocks.length < 24 && blocks.push(Buffer.alloc(64 << 20, 1)), 20);
  },
  'starts-processes': () => {
    // At most 100, and each ends by itself.
    const sleep = 'setTimeout(() => {}, 60000)';
    for (let count = 0; count < 100; count++)
      spawn(process.execPath, ['-e', sleep], { detached: true, stdio: 'ignore' });
    stayAlive();
  },
  'leaves-a-process': () => {
    const script = 'require("node:net").createServer().listen(0); setTimeout(() => {}, 60000)';
    const { pid } = spawn(process.execPath, ['-e', script], { detached: true, stdio: 'ignore' });
    process.stdout.write(`left ${pid}\n`, () => process.exit(0));
  },
  // It greets correctly, so that the check reaches the clauses, and then breaks them.
  lies: () =>
    serve((socket) => {
      socket.once('data', () => {
        socket.write('WAITING\n');
        socket.on('data', () => socket.write('INVALID <script>alert(1)</script> \u001b[31m \u202e\n'));
      });
    }),
  'prints-garbage': () => {
    process.stdout.write(Buffer.from([0xff, 0xfe, 0x00, 0x1b, 0x5b, 0x32, 0x4a, 0x80]));
    process.stdout.write('\n</pre><script>alert(2)</script>\u202e\n');
    serve((socket) => void socket.on('data', () => socket.write(Buffer.from([0xff, 0xc3, 0x28, 0x0a, 0x00, 0x0a]))));
  },
  'ends-its-parent': () => {
    process.kill(process.ppid, 'SIGKILL');
    stayAlive();
  },
  // A message that no protocol has.
  'sends-to-all-ports': () => {
    setInterval(() => {
      for (const other of portsOfThisCheck().filter((each) => each !== port)) {
        const socket = connect(other, '127.0.0.1', () => socket.end('rubbish\n'));
        socket.on('error', () => {});
      }
    }, 50);
  },
  'takes-ports-of-others': () => {
    setInterval(() => {
      for (const each of portsOf('never-listens')) {
        const server = createServer((socket) => socket.on('error', () => {}).end('WAITING\n'));
        server.on('error', () => {}).listen(each, '127.0.0.1');
      }
    }, 20);
  },
  'client-floods': () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.on('close', () => process.exit(0));
    const flood = (): void => {
      while (!socket.destroyed && socket.write('GO ann 9\n'.repeat(1_000)));
    };
    socket.on('drain', () => setImmediate(flood));
    flood();
  },
  // Messages that the check tolerates and answers. The program reads no answer.
  'client-floods-tolerated': () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.on('close', () => process.exit(0));
    socket.write(`CORE.HELLO~x\n${'FOO.BAR~1\n'.repeat(20_000)}`);
  },
  'client-never-connects': stayAlive,
};

if (import.meta.main) {
  // Ends the process even if the test fails.
  setTimeout(() => process.exit(9), 120_000);
  FAULTS[fault]?.();
}
