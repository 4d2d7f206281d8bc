import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const EXECUTABLE = '/usr/bin/chromium';
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const hasBrowser = existsSync(EXECUTABLE);

/** For `test(…, { skip: withoutBrowser }, …)`: the notice, where there is no browser and none is demanded. */
export const withoutBrowser: string | false =
  hasBrowser || process.env['CI'] === 'true' ? false : `no browser at ${EXECUTABLE}`;

export const launchBrowser = (): Promise<Browser> => chromium.launch({ executablePath: EXECUTABLE, args: ARGUMENTS });
