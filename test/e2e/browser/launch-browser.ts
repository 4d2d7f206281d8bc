import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The headless shell needs half of the processor time of Chromium. */
const EXECUTABLES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const;
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const executable = EXECUTABLES.find((path) => existsSync(path));

/** For `{ skip: withoutBrowser }`: a reason if no browser is installed, except in CI, where a browser must be installed. */
export const withoutBrowser: string | false =
  executable !== undefined || process.env['CI'] === 'true' ? false : `no browser at ${EXECUTABLES.join(' or ')}`;

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: executable ?? EXECUTABLES[0], args: ARGUMENTS });
