import type { ProtocolList, ProtocolResource } from '../../protocols/api/resource.ts';
import { useResource } from './use-resource.ts';

/** The protocols that clients of the server speak; none until the server has answered. */
export function useProtocols(): readonly ProtocolResource[] {
  const { answer } = useResource<ProtocolList>('/api/protocols');
  return answer?.ok ? answer.body.protocols : [];
}
