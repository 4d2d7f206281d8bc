import type { OpenSession } from '../protocol.ts';
import { ControllerRole } from './controller-role.ts';
import { EngineRole } from './engine-role.ts';
import type { ListenerSettings } from './settings.ts';

/** The sessions of a listener. */
export const openSession =
  ({ as: role, name, size }: ListenerSettings): OpenSession =>
  (now) =>
    role === 'engine' ? new EngineRole(size, now) : new ControllerRole(name, size, now);
