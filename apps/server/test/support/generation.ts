import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parsePolicyConfig } from '@reason/policy'
import fastify from 'fastify'
import { onTestFinished } from 'vitest'
import { isApiError } from '@reason/gateway/errors'
import type { ClientRequest } from '@reason/gateway/client-apis'
import type { Generation } from '@reason/gateway/src/generation/generation'
import { openGovernance } from '@reason/gateway/src/rules/governance'
import { loadConfig } from '../../src/config/load.ts'
import { openStores } from '../../src/stores/stores.ts'

/** Admits a request in a gateway with default settings and without traces. */
export async function admitted(request: ClientRequest): Promise<Generation> {
  const dataDir = mkdtempSync(join(tmpdir(), 'reason-governed-'))
  const config = await loadConfig(['--data-dir', dataDir, '--traces', 'off'], {})
  const policy = parsePolicyConfig({})
  const { log } = fastify()
  const stores = await openStores(config, policy, log, undefined)
  const governance = openGovernance(config, policy, stores, log)
  onTestFinished(async () => {
    await governance.close()
    await stores.close()
    rmSync(dataDir, { recursive: true })
  })
  const incoming = { id: 'request', headers: {}, key: undefined, log, bodyBytes: 0, startedAt: performance.now(), telemetry: undefined }
  const generation = await governance.admit(request, incoming)
  if (isApiError(generation)) throw new Error(generation.message)
  return generation
}
