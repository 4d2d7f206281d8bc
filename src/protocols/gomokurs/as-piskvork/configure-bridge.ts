import { z } from 'zod';
import { ok } from '../../../result.ts';
import type { ConfigurePiskvorkBridge } from '../../piskvork-manager-bridge.ts';
import { readSettings, wholeNumber } from '../../read-settings.ts';
import { Bridge } from './bridge.ts';

const schema = z.object({
  about: wholeNumber(0, 1).default(0),
  info: wholeNumber(0, 1).default(0),
});

/** Reads the settings of a player, and returns a function that makes bridges with these settings. */
export const configureBridge: ConfigurePiskvorkBridge = (settings) => {
  const read = readSettings('gomokurs', schema, settings);
  if (!read.ok) return read;
  const { about, info } = read.value;
  return ok((times) => new Bridge({ about: about === 1, info: info === 1, ...times }));
};
