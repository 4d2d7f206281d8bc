import type { GoParameters } from '../../lobby/game-parameters.ts';
import { protocolModule } from '../protocol-module.ts';
import { CLIENT_KEYWORDS } from './client-keywords.ts';
import { komiOf, listenerSettings, RULESET } from './listener-settings.ts';
import { carryName } from './name.ts';

/** Go for clients that poll and are never sent anything without a request: docs/protocols/daigo.md. */
export const daigo = protocolModule({
  name: 'daigo',
  title: 'DAIGO',
  detection: { words: CLIENT_KEYWORDS },
  settings: listenerSettings,
  privacy: 'public',
  carryName,
  async server() {
    const { DaigoServerSession } = await import('./server-session.ts');
    return {
      open(settings) {
        const { size } = settings;
        const parameters: GoParameters = {
          game: 'go',
          size,
          ruleset: RULESET,
          komi: komiOf(settings),
          fixedKomi: true,
        };
        return (now) => new DaigoServerSession(parameters, now);
      },
    };
  },
  client: async () => (await import('./client-session.ts')).daigoClient,
  messages: async () => (await import('./messages.ts')).messages,
  conformance: async () => (await import('./conformance/conformance.ts')).conformance,
});
