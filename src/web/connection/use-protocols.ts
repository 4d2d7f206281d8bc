import type { ProtocolList, ProtocolResource } from '../../protocols/api/resource-schemas.ts';
import { useResource } from './use-resource.ts';

/** The protocols of the server; none until it has answered. */
export function useProtocols(): readonly ProtocolResource[] {
  const { answer } = useResource<ProtocolList>('/api/protocols');
  return answer?.ok ? answer.body.protocols : [];
}
