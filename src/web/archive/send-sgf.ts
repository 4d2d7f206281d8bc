import type { ImportResult } from '../../protocols/api/resource-schemas.ts';
import { type FetchResult, sendApi } from '../connection/fetch-api.ts';

/**
 * Sends the bytes of a file unchanged, because SGF names its own encoding. Pasted text is sent as UTF-8, even if it names
 * another encoding.
 */
export const sendSgf = (sgf: File | string): Promise<FetchResult<ImportResult>> =>
  sendApi('/api/archive', 'POST', sgf, `application/x-go-sgf${typeof sgf === 'string' ? '; charset=utf-8' : ''}`);
