import type { OpenServerSession } from '../server-session-types.ts';
import type { ListenerSettings } from './listener-settings.ts';
import { ServerAsControllerSession } from './server-as-controller-session.ts';
import { ServerAsEngineSession } from './server-as-engine-session.ts';

export const openSession =
  ({ as: role, name, size }: ListenerSettings): OpenServerSession =>
  (now) =>
    role === 'engine' ? new ServerAsEngineSession(size, now) : new ServerAsControllerSession(name, size, now);
