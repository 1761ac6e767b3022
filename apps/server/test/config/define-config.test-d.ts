import { expectTypeOf, it } from 'vitest'
import { defineConfig, type GatewayConfig } from '../../src/index.ts'

it('takes what a configuration file may say', () => {
  expectTypeOf(defineConfig).toBeCallableWith({
    upstreams: [{ url: 'http://127.0.0.1:8080/v1', format: 'ollama', key: { command: ['pass', 'show', 'key'] } }],
    listen: { port: 9000 },
    traces: 'off',
    commentary: 'drop',
  })
  expectTypeOf(defineConfig({})).toEqualTypeOf<GatewayConfig>()
})

it('takes nothing else', () => {
  // @ts-expect-error there is no such group
  defineConfig({ lissten: {} })
  // @ts-expect-error there is no such value
  defineConfig({ clients: { visibility: 'some' } })
})
