import type { OpenServerSession } from '../server-session-types.ts';
import { ControllerRole } from './controller-role.ts';
import { EngineRole } from './engine-role.ts';
import type { ListenerSettings } from './listener-settings.ts';

/** Creates the sessions of a listener. */
export const openSession =
  ({ as: role, name, size }: ListenerSettings): OpenServerSession =>
  (now) =>
    role === 'engine' ? new EngineRole(size, now) : new ControllerRole(name, size, now);
