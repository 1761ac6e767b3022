import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createApp } from '../../src/app.ts'
import { loadConfig } from '../../src/config/load.ts'
import { openapiDocument as documentOf, paths } from '@reason/gateway-api/openapi'
import { version } from '../../src/version.ts'
import { startGateway } from '../support/gateway.ts'

const openapiDocument = () => documentOf(version())

describe('the OpenAPI document', () => {
  it('is one', async () => {
    const result = await new Validator().validate(structuredClone(openapiDocument()))
    expect(result.errors ?? []).toEqual([])
    expect(result.valid).toBe(true)
  })

  it('is served to everybody', async () => {
    const { url } = await startGateway('--require-keys')
    const response = await fetch(`${url}/openapi.json`)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(openapiDocument())))
  })

  it('has every route that there is, and no other: describe new ones in packages/gateway-api/src/openapi/paths.ts', async () => {
    const app = await createApp(await loadConfig(['--traces', 'off', '--log-level', 'silent'], {}))
    onTestFinished(() => app.close())
    await app.ready()
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(routesIn(app.printRoutes({ commonPrefix: false })).toSorted()).toEqual(described.toSorted())
  })

  it('names what it refers to', () => {
    const document = openapiDocument() as unknown as { components: { schemas: object } }
    const references = new Set([...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name))
    expect(references.size).toBeGreaterThan(8)
    for (const name of references) expect(document.components.schemas).toHaveProperty(name!)
  })
})

/** Each line of the tree has a piece of an address, four characters further in than the one that it goes on from, and the methods that are asked there. */
function routesIn(tree: string): string[] {
  const pieces: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', piece = '', methods = ''] = /^([ │├└─]*)(\S+) \((.*)\)$/.exec(line) ?? []
    if (piece === '') return []
    pieces.splice(indent.length / 4 - 1, Infinity, piece)
    const path = pieces
      .join('')
      .replace(/\*$/, '/{id}')
      .replaceAll(/:(\w+)/g, '{$1}')
    return methods.split(', ').flatMap((method) => (method === 'HEAD' ? [] : [`${method} ${path}`]))
  })
}
