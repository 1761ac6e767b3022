import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import OpenAI from 'openai'
import { onTestFinished } from 'vitest'
import { createApp } from '../../src/app.ts'
import { loadConfig } from '../../src/config/load.ts'
import { checkAnswers } from './answer-checks.ts'

export interface Gateway {
  url: string
  port: number
  client: OpenAI
  app: FastifyInstance
  close(): Promise<void>
  /** Sends a chat completion request without an SDK. */
  chat(body: unknown, init?: RequestInit): Promise<Response>
}

/** Starts a gateway on a free port, with settings as flags. It replays without pauses, and stops after the test. */
export const startGateway = (...flags: string[]): Promise<Gateway> => startGatewayIn({}, ...flags)

/** Starts a gateway as `startGateway` does, with environment variables as well. */
export async function startGatewayIn(environment: Readonly<Record<string, string>>, ...flags: string[]): Promise<Gateway> {
  const dataDir = mkdtempSync(join(tmpdir(), 'reason-gateway-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const app = await createApp(
    await loadConfig(
      [
        '--port',
        '0',
        '--pace',
        '0',
        '--log-level',
        'silent',
        '--shutdown-timeout',
        '0',
        '--traces',
        'off',
        // Test upstreams count their requests, so the gateway must not probe them.
        '--no-start-probe',
        // Tests must give equal results with and without the fast path.
        ...(process.env['REASON_TEST_FAST_PATH'] === 'off' ? ['--no-fast-path'] : []),
        '--data-dir',
        dataDir,
        ...flags,
      ],
      environment,
    ),
  )
  checkAnswers(app)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const close = (): Promise<void> => app.close()
  onTestFinished(close)
  return {
    url,
    port,
    app,
    close,
    client: new OpenAI({ baseURL: `${url}/v1`, apiKey: 'client-key', maxRetries: 0 }),
    chat: (body, init) =>
      fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
        ...init,
      }),
  }
}

export const question = [{ role: 'user' as const, content: 'What is 17 * 3?' }]
