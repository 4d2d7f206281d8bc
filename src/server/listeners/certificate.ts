/** Where a certificate is, and its key: PEM files, the certificate with those that vouch for it after it. */
export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
}

/** A certificate or its key cannot be used; the message is one clear line, with nothing of the key in it. */
export class CertificateUnusable extends Error {
  override readonly name = 'CertificateUnusable';
}
