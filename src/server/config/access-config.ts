import { z } from 'zod';
import { ok, problem, type Result } from '../../result.ts';
import type { AdmissionRules } from '../listeners/admission-checks.ts';
import { parseNetwork } from '../listeners/network-list.ts';

const text = z.string({ error: 'must be a string' }).min(1, { error: 'must not be empty' });

const LIST_OF_NETWORKS = { error: 'must be a list of addresses and networks' };

const networks = z
  .array(z.string(LIST_OF_NETWORKS), LIST_OF_NETWORKS)
  .superRefine((list, context) => {
    for (const each of list) {
      const network = parseNetwork(each);
      if (!network.ok) context.addIssue(network.problem);
    }
  })
  .exactOptional();

const LIST_OF_ORIGINS = { error: 'must be a list of origins, such as https://go.example.org' };

/** Whether the text is an origin as browsers send it: a scheme, a host and perhaps a port. Patterns such as `https://*.org` are refused. */
const isOrigin = (text: string): boolean => URL.canParse(text) && /^https?:\/\/[^/*]+\/?$/.test(text);

const origins = z
  .array(z.string(LIST_OF_ORIGINS), LIST_OF_ORIGINS)
  .superRefine((list, context) => {
    for (const each of list)
      if (!isOrigin(each)) context.addIssue(`${JSON.stringify(each)} is not an origin such as https://go.example.org`);
  })
  .exactOptional();

/** Options about access, on the command line and in the config file. */
export const accessOptions = {
  'tls-cert': text.exactOptional(),
  'tls-key': text.exactOptional(),
  'trust-proxy': networks,
  allow: networks,
  deny: networks,
  origin: origins,
};

type AccessOptions = z.infer<z.ZodObject<typeof accessOptions>>;

/** The rules for new connections. They can be replaced while the server runs. */
export interface AccessConfig extends AdmissionRules {
  /** Origins of this server, and of other sites that may use it. */
  readonly origins: readonly string[];
}

/** Checks the options. A problem is described in one line. */
export function readAccess(options: AccessOptions): Result<AccessConfig> {
  const { 'tls-cert': cert, 'tls-key': key, 'trust-proxy': proxies = [], allow = [], deny = [], origin = [] } = options;
  const origins = origin.map((each) => new URL(each).origin);
  const rules = { proxies, allow, deny, origins };
  if (cert === undefined && key === undefined) return ok(rules);
  if (cert === undefined) return problem('--tls-key needs --tls-cert, the certificate to the key');
  if (key === undefined) return problem('--tls-cert needs --tls-key, the key to the certificate');
  return ok({ ...rules, certificate: { cert, key } });
}
