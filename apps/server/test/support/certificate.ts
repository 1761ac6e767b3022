import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/**
 * Creates a self-signed certificate for a test server.
 * @param name - Subject alternative name in OpenSSL's notation: `IP:127.0.0.1`, `DNS:llm.example`.
 */
export async function makeCertificate(name: string): Promise<{ key: string; cert: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'reason-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1', '-subj', '/CN=localhost']
  try {
    await promisify(execFile)('openssl', ['req', ...kind, '-addext', `subjectAltName=${name}`, '-keyout', key, '-out', cert])
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
