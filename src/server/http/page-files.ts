import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/** One file of the built page, as it is sent. */
export interface PageFile {
  readonly type: string;
  /** Its content's hash, as an `ETag`. */
  readonly tag: string;
  /** Its name holds its hash: it never changes. */
  readonly isFixed: boolean;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The same, compressed once, when somebody first asks for it. */
  compressed(how: 'br' | 'gzip'): Promise<Uint8Array<ArrayBuffer>>;
}

/** What a file is, by its name. Anything else is served as bytes. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.ogg': 'audio/ogg',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.txt': 'text/plain; charset=utf-8',
};

const COMPRESS = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** Where the page is built: `dist/page`, seen from here or from `dist/cli`, where this is built. */
const BUILT = ['../../../dist/page/', '../page/'].map((path) => fileURLToPath(new URL(path, import.meta.url)));

/** The files of the built page, all in memory; read again where it was built again. */
export class Page {
  readonly #folders: readonly string[];
  #files: { readonly builtAt: number; readonly byPath: Promise<ReadonlyMap<string, PageFile>> } | undefined;

  /** `folder`: where the page is, unless it is where it is built. */
  constructor(folder?: string) {
    this.#folders = folder === undefined ? BUILT : [folder];
  }

  /** The file at this path of the page, as `/index.html`; `undefined` where there is none, or no page at all. */
  async file(path: string): Promise<PageFile | undefined> {
    const [built] = this.#folders.map(lookAt).filter((each) => each !== undefined);
    if (built === undefined) return undefined;
    const { folder, builtAt } = built;
    if (this.#files?.builtAt !== builtAt) this.#files = { builtAt, byPath: readFiles(folder) };
    return (await this.#files.byPath).get(path);
  }
}

function lookAt(folder: string): { folder: string; builtAt: number } | undefined {
  const index = statSync(join(folder, 'index.html'), { throwIfNoEntry: false });
  return index === undefined ? undefined : { folder, builtAt: index.mtimeMs };
}

/** Only what is in the folder can be asked for: a path is a key here, and never leads to a file. */
async function readFiles(folder: string): Promise<ReadonlyMap<string, PageFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = await Promise.all(
    paths.map(async (path) => {
      const place = `/${path.slice(join(folder, '/').length)}`;
      return [place, fileOf(place, await readFile(path))] as const;
    }),
  );
  return new Map(files);
}

function fileOf(path: string, content: Buffer): PageFile {
  const bytes = new Uint8Array(content);
  const made = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  return {
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    tag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`,
    isFixed: path.startsWith('/assets/'),
    bytes,
    compressed(how) {
      const earlier = made.get(how);
      if (earlier !== undefined) return earlier;
      const making = COMPRESS[how](bytes).then((packed) => new Uint8Array(packed));
      made.set(how, making);
      return making;
    },
  };
}
