import type { Imported } from '../../protocols/web/resource.ts';
import { type Fetched, sendApi } from '../connection/api.ts';

/** Sends a file's bytes as they are: SGF names its own encoding. */
export const sendSgf = (sgf: File | string): Promise<Fetched<Imported>> =>
  sendApi('/api/archive', 'POST', sgf, 'application/x-go-sgf');
