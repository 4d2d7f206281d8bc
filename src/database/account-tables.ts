import type { Generated } from 'kysely';

/** Names that have an owner. */
interface AccountTable {
  id: Generated<number>;
  /** The name folded, as names are compared, and as its owner writes it. */
  key: string;
  name: string;
  /** A hash, with everything that a password is checked by. */
  password: string;
  created: number;
}

/** Browsers in which somebody is signed in, by the digests of their cookies' secrets. */
interface SignInTable {
  digest: string;
  account: number;
  /** It ends then, unless it is used before. */
  until: number;
}

/** Secrets of bots, by their digests. */
interface TokenTable {
  id: Generated<number>;
  account: number;
  digest: string;
  label: string;
  created: number;
  used: number | null;
}

/** Addresses from which an owner has signed in lately. */
interface AdmissionTable {
  account: number;
  address: string;
  until: number;
}

/** Who is kept away: either a name or an address. */
interface BanTable {
  id: Generated<number>;
  name: string | null;
  address: string | null;
  until: number;
  reason: string | null;
}

export interface AccountTables {
  account: AccountTable;
  signIn: SignInTable;
  token: TokenTable;
  admission: AdmissionTable;
  ban: BanTable;
}
