interface Arrival {
  readonly name: string;
  readonly isGomoku: boolean;
  readonly size: number;
}

const lines = (...said: readonly string[]): Uint8Array[] => said.map((line) => Buffer.from(`${line}\n`));

/** What a client of a language says to sit down at a board as soon as anybody wants the same. */
export function opening(language: string, { name, isGomoku, size }: Arrival): Uint8Array[] {
  switch (language) {
    case 'remastered':
      return lines('go 0.1.0', 'ack', 'ack', 'ack', 'ack', 'ack');
    case 'nu6':
      return lines(`CORE.HELLO~${name}~CHAT`, `CORE.NEWGAME~${size}`);
    case 'daigo':
      return lines(`HELO ${name}`, 'CREATE', 'PLAY');
    case 'nedap':
      return lines(`GO ${name} ${size}`);
    case 'nedap-later':
      return lines(`PLAYER ${name}`, `GO ${size}`);
    case 'gomokurs':
      return [Buffer.from('\x0a\0\0\0\x050.1.0', 'latin1'), Uint8Array.of(0x0b)];
    case 'gomokurs-0.2':
      return [Buffer.from('\x0c\0\0\0\x050.2.0', 'latin1'), Uint8Array.of(0x0d)];
    case 'cgos':
      return lines('e1 fuzz', `${name}xx`, 'password');
    case 'igs':
      return lines(name.replace(/[^A-Za-z0-9]/g, '').slice(0, 10) || 'ann', 'password', `seek ${size}`);
    case 'gtp':
      return lines(`boardsize ${size}`, 'clear_board', 'play b C3', 'genmove w');
    case 'gtp-engine':
      return lines('=1 play\ngenmove\n', '=2 2\n', `=3 ${name}\n`, '=4\n', '=5\n', '=6\n', '=7\n', '=8\n');
    case 'web': {
      const game = isGomoku ? 'gomoku' : 'go';
      const [enter, seek] = [
        { kind: 'enter', name },
        { kind: 'seek', board: { game, size } },
      ];
      return lines(JSON.stringify(enter), '{"kind":"observe"}', JSON.stringify(seek));
    }
    default:
      throw new Error(`nobody knows how to begin in ${language}`);
  }
}
