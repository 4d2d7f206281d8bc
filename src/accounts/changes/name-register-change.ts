import { isCount, isRecord } from '../../json-checks.ts';
import type { Ban } from '../../protocols/api/resource-schemas.ts';

/**
 * A change of reserved names or bans. Plain JSON data without passwords, tokens or cookies. Times are milliseconds since the
 * epoch.
 */
export type NameRegisterChange =
  /** The name was reserved. With `guarded`, each client without a sign-in needs an opening by the owner. */
  | { readonly kind: 'owned'; readonly name: string; readonly guarded: boolean }
  /** The account was deleted. */
  | { readonly kind: 'released'; readonly name: string }
  /** The owner has signed in from this address. */
  | { readonly kind: 'admitted'; readonly name: string; readonly address: string; readonly until: number }
  /** The owner has opened the name: the next client may take it. If an address is given, the client must have this address. */
  | { readonly kind: 'opened'; readonly name: string; readonly until: number; readonly address?: string }
  /**
   * Sign-ins or tokens have ended, so the clients of the account must authenticate again. With `everywhere`, all admissions end
   * too.
   */
  | { readonly kind: 'revoked'; readonly name: string; readonly everywhere: boolean }
  | { readonly kind: 'banned'; readonly ban: Ban }
  /** The ban was lifted or has expired. */
  | { readonly kind: 'unbanned'; readonly id: number };

/** A change with its number in the order of all changes of an installation. */
export interface NumberedChange {
  /** Counts from 1. */
  readonly number: number;
  /** When the change was made; milliseconds since the epoch. */
  readonly at: number;
  readonly change: NameRegisterChange;
}

const isText = (value: unknown): value is string => typeof value === 'string';

const isTextOrAbsent = (value: unknown): boolean => value === undefined || isText(value);

export const isNumberedChange = (value: unknown): value is NumberedChange =>
  isRecord(value) && isCount(value['number']) && isCount(value['at']) && isNameRegisterChange(value['change']);

export function isNameRegisterChange(value: unknown): value is NameRegisterChange {
  if (!isRecord(value)) return false;
  const { kind, name } = value;
  switch (kind) {
    case 'owned':
      return isText(name) && typeof value['guarded'] === 'boolean';
    case 'released':
      return isText(name);
    case 'admitted':
      return isText(name) && isText(value['address']) && isCount(value['until']);
    case 'opened':
      return isText(name) && isTextOrAbsent(value['address']) && isCount(value['until']);
    case 'revoked':
      return isText(name) && typeof value['everywhere'] === 'boolean';
    case 'banned':
      return isBan(value['ban']);
    case 'unbanned':
      return isCount(value['id']);
    default:
      return false;
  }
}

function isBan(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { id, name, address, until, reason } = value;
  return isCount(id) && isCount(until) && [name, address, reason].every(isTextOrAbsent);
}
