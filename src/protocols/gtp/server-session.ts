import type { OpenServerSession } from '../server-session-types.ts';
import type { ListenerSettings } from './listener-settings.ts';
import { ServerAsControllerSession } from './server-as-controller-session.ts';
import { ServerAsEngineSession } from './server-as-engine-session.ts';

export const openSession =
  ({ as: role, name, size }: ListenerSettings, version: string): OpenServerSession =>
  (now) =>
    role === 'engine' ? new ServerAsEngineSession(size, version, now) : new ServerAsControllerSession(name, size, now);
