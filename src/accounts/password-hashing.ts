import type { ScryptOptions } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { ConcurrencyLimit, type TaskClient } from '../concurrency-limit.ts';
import { crypto } from '../lazy-crypto.ts';
import { isGenerated } from './generated-password.ts';

/** The cost of one scrypt hash: 128 * 2^logN * r bytes of memory, p times. */
export interface PasswordHashCost {
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}

/** 32 MiB, three times. OWASP recommends these parameters. */
const COST: PasswordHashCost = { logN: 15, r: 8, p: 3 };

/** The number of hashes that are computed at once, each in a thread. One core is left for the games. */
const MAXIMUM_HASHES = Math.min(2, Math.max(1, availableParallelism() - 1));
/**
 * The number of requests that may wait. With one key, a class of 60 students may sign in at once, twice. Known clients have a
 * queue of the same size of their own.
 */
const MAXIMUM_WAITING = { waiting: 1024, waitingOfKey: 128 };

const SALT_LENGTH = 16;
const HASH_LENGTH = 32;
/** The stored form of a hash. The prefix `short$` marks a short password. */
const STORED = /^(?:short\$)?scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/;

/**
 * Computes and checks password hashes. Clients are served in turn. All methods resolve with undefined if too many requests
 * wait.
 */
export class PasswordHashing {
  readonly #cost: PasswordHashCost;
  readonly #limit: ConcurrencyLimit;

  constructor(cost: PasswordHashCost = COST, maximum = MAXIMUM_HASHES) {
    this.#cost = cost;
    this.#limit = new ConcurrencyLimit({ running: maximum, ...MAXIMUM_WAITING });
  }

  /** Resolves with a hash together with its parameters and salt. */
  async hash(password: string, client: TaskClient): Promise<string | undefined> {
    const salt = crypto().randomBytes(SALT_LENGTH);
    const hash = await this.#limit.run(client, () => derive(password, salt, this.#cost));
    return hash && encodeHash(this.#cost, salt, hash);
  }

  /** Whether the password matches the stored hash. Without a stored hash, the result is false after the same time. */
  async matches(password: string, stored: string | undefined, client: TaskClient): Promise<boolean | undefined> {
    const { cost, salt, hash } = decodeHash(stored ?? this.#unmatchable());
    const derived = await this.#limit.run(client, () => derive(password, salt, cost));
    return derived && crypto().timingSafeEqual(derived, hash);
  }

  /** Whether the hash has other parameters than new hashes. */
  isOutdated(stored: string): boolean {
    if (isGenerated(stored)) return false;
    const { cost } = decodeHash(stored);
    return cost.logN !== this.#cost.logN || cost.r !== this.#cost.r || cost.p !== this.#cost.p;
  }

  /** A hash that matches no password. */
  #unmatchable(): string {
    return encodeHash(this.#cost, crypto().randomBytes(SALT_LENGTH), crypto().randomBytes(HASH_LENGTH));
  }
}

function derive(password: string, salt: Uint8Array, { logN, r, p }: PasswordHashCost): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** logN, r, p, maxmem: 2 * 128 * 2 ** logN * r };
  return new Promise((resolve, reject) => {
    // Keyboards may send the same text in composed or decomposed form.
    crypto().scrypt(password.normalize('NFC'), salt, HASH_LENGTH, options, (error, hash) => {
      if (error === null) resolve(hash);
      else reject(error);
    });
  });
}

const encodeHash = ({ logN, r, p }: PasswordHashCost, salt: Buffer, hash: Buffer): string =>
  `scrypt$${logN}$${r}$${p}$${salt.toString('base64url')}$${hash.toString('base64url')}`;

function decodeHash(stored: string): { cost: PasswordHashCost; salt: Buffer; hash: Buffer } {
  const [, logN, r, p, salt, hash] = STORED.exec(stored) ?? [];
  if (salt === undefined || hash === undefined) throw new Error('a stored password of no known form');
  return {
    cost: { logN: Number(logN), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  };
}
