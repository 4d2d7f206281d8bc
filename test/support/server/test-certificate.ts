import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The files of a test certificate, and the certificate authority that a client must trust. */
export function certificate(name: 'first' | 'second') {
  const [cert, key] = ['crt', 'key'].map((what) =>
    fileURLToPath(new URL(`certificates/${name}.${what}`, import.meta.url)),
  ) as [string, string];
  return { cert, key, ca: readFileSync(cert) };
}
