import type { Imported } from '../../protocols/api/resource.ts';
import { type Fetched, sendApi } from '../connection/fetch-api.ts';

/** Sends a file's bytes as they are, because SGF names its own encoding; text that was pasted is in UTF-8, whatever it names. */
export const sendSgf = (sgf: File | string): Promise<Fetched<Imported>> =>
  sendApi('/api/archive', 'POST', sgf, `application/x-go-sgf${typeof sgf === 'string' ? '; charset=utf-8' : ''}`);
