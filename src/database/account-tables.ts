import type { Generated } from 'kysely';

// Column types; database-schema.ts creates the tables.

/** Reserved names. */
interface AccountTable {
  id: Generated<number>;
  /** The name folded for comparison. */
  key: string;
  /** The name as the owner writes it. */
  name: string;
  /** A hash with its parameters. */
  password: string;
  created: number;
  /** 1 if each client without a sign-in needs an opening by the owner. */
  guarded: number;
  courseGroup: string | null;
}

/** Browsers in which a user is signed in, by the digest of the secret in the cookie. */
interface SignInTable {
  digest: string;
  account: number;
  /** The end of the sign-in. Each use postpones it. */
  until: number;
}

/** Tokens of bots, by their digests. */
interface TokenTable {
  id: Generated<number>;
  account: number;
  digest: string;
  label: string;
  created: number;
  used: number | null;
}

/** IP addresses from which an owner has signed in lately. */
interface AdmissionTable {
  account: number;
  address: string;
  until: number;
}

/** Bans of a name or an IP address. */
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
