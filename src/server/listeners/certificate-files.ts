/** Paths of PEM files: a certificate with its chain, and its key. */
export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
}

/** A certificate or its key cannot be used. The message is one clear line, without any part of the key. */
export class CertificateUnusable extends Error {
  override readonly name = 'CertificateUnusable';
}
