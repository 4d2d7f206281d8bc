import type { ScryptOptions } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { crypto } from '../crypto.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';

/** What one guess costs; the memory is 128 * 2^logN * r bytes, the work p times that. */
export interface Cost {
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}

/** 32 MiB three times over: OWASP's recommendation for this much memory. */
const COST: Cost = { logN: 15, r: 8, p: 3 };

/** So many hashes are made at once, each on a thread of its own: one of the processor's cores is for those that play. */
const AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1));
/** So many more may wait. */
const MOST_WAITING = 32;

const SALT_LENGTH = 16;
const HASH_LENGTH = 32;
const STORED = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/;

/** Makes and checks the hashes of passwords. Too many at once: nothing comes back, and the caller may ask again later. */
export class Passwords {
  readonly #cost: Cost;
  readonly #gate: ConcurrencyLimit;

  constructor(cost: Cost = COST, atOnce = AT_ONCE) {
    this.#cost = cost;
    this.#gate = new ConcurrencyLimit(atOnce, MOST_WAITING);
  }

  /** The hash, with all that is needed to check a password by it. */
  async hash(password: string): Promise<string | undefined> {
    const salt = crypto().randomBytes(SALT_LENGTH);
    const hash = await this.#gate.run(() => derive(password, salt, this.#cost));
    return hash && written(this.#cost, salt, hash);
  }

  /** Whether the password is the one of `stored`. Where nothing is stored, it takes as long to say no. */
  async matches(password: string, stored: string | undefined): Promise<boolean | undefined> {
    const { cost, salt, hash } = read(stored ?? this.#nobodys());
    const given = await this.#gate.run(() => derive(password, salt, cost));
    return given && crypto().timingSafeEqual(given, hash);
  }

  /** It was made at another cost than today's. */
  isOutdated(stored: string): boolean {
    const { cost } = read(stored);
    return cost.logN !== this.#cost.logN || cost.r !== this.#cost.r || cost.p !== this.#cost.p;
  }

  /** A hash that no password has. */
  #nobodys(): string {
    return written(this.#cost, crypto().randomBytes(SALT_LENGTH), crypto().randomBytes(HASH_LENGTH));
  }
}

function derive(password: string, salt: Uint8Array, { logN, r, p }: Cost): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** logN, r, p, maxmem: 2 * 128 * 2 ** logN * r };
  return new Promise((resolve, reject) => {
    // The same text may be typed composed or not, by another keyboard.
    crypto().scrypt(password.normalize('NFC'), salt, HASH_LENGTH, options, (error, hash) => {
      if (error === null) resolve(hash);
      else reject(error);
    });
  });
}

const written = ({ logN, r, p }: Cost, salt: Buffer, hash: Buffer): string =>
  `scrypt$${logN}$${r}$${p}$${salt.toString('base64url')}$${hash.toString('base64url')}`;

function read(stored: string): { cost: Cost; salt: Buffer; hash: Buffer } {
  const [, logN, r, p, salt, hash] = STORED.exec(stored) ?? [];
  if (salt === undefined || hash === undefined) throw new Error('a stored password of no known form');
  return {
    cost: { logN: Number(logN), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  };
}
