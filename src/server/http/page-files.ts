import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

export interface PageFile {
  readonly type: string;
  /** The `ETag`, a hash of the content. */
  readonly tag: string;
  /** The file never changes, because its name contains a hash of the content. */
  readonly isFixed: boolean;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Returns the compressed content. The content is compressed at the first call only. */
  compressed(how: 'br' | 'gzip'): Promise<Uint8Array<ArrayBuffer>>;
}

/** Content types by extension. Other files are served as bytes. */
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

/** The folder of the built page, `dist/page`, relative to this file or to its bundle in `dist/cli`. */
const BUILT = ['../../../dist/page/', '../page/'].map((path) => fileURLToPath(new URL(path, import.meta.url)));

/** The files of the built page, in memory. They are read again after the page was built again. */
export class PageFiles {
  readonly #folders: readonly string[];
  #files: { readonly builtAt: number; readonly byPath: Promise<ReadonlyMap<string, PageFile>> } | undefined;

  /** `folder`: the folder of the page; absent if it is the one of this package. */
  constructor(folder?: string) {
    this.#folders = folder === undefined ? BUILT : [folder];
  }

  /** The file with this path, such as `/index.html`; undefined if there is no such file, or no page. */
  async file(path: string): Promise<PageFile | undefined> {
    const [built] = this.#folders.map(findBuild).filter((each) => each !== undefined);
    if (built === undefined) return undefined;
    const { folder, builtAt } = built;
    if (this.#files?.builtAt !== builtAt) this.#files = { builtAt, byPath: readFiles(folder) };
    return (await this.#files.byPath).get(path);
  }
}

function findBuild(folder: string): { folder: string; builtAt: number } | undefined {
  const index = statSync(join(folder, 'index.html'), { throwIfNoEntry: false });
  return index === undefined ? undefined : { folder, builtAt: index.mtimeMs };
}

/** Reads all files of the folder. Requested paths are only keys of this map and never open a file. */
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
