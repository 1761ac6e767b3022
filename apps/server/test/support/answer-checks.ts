import type { FastifyInstance } from 'fastify'
import { schemas, type SchemaName } from '@reason/gateway-api'
import { paths } from '@reason/gateway-api/openapi'
import { expect, onTestFinished } from 'vitest'

interface Operation {
  responses: Readonly<Record<string, { content?: Readonly<Record<string, { schema: Reference & { anyOf?: readonly Reference[] } }>> }>>
}

interface Reference {
  $ref?: string
}

/**
 * Checks the JSON answers of the gateway's routes: each matches its schema in the OpenAPI document, and has no further field. Failures fail the
 * test at its end. Answers that go to a sink (`/v1/…`) bypass this check.
 */
export function checkAnswers(app: FastifyInstance): void {
  const problems: string[] = []
  app.addHook('onSend', (request, reply, payload, done) => {
    const { method, routeOptions } = request
    const path = routeOptions.url?.replaceAll(/:(\w+)/g, '{$1}')
    const names = schemaNamesOf(method, path, reply.statusCode)
    const found = typeof payload === 'string' ? names.map((name) => problemOf(name, payload)) : []
    if (found.length > 0 && !found.includes(undefined)) problems.push(`${method} ${path}: ${names.join()}: ${found.join()}`)
    done()
  })
  onTestFinished(() => expect(problems).toEqual([]))
}

/** Names of the possible schemas of an answer. */
function schemaNamesOf(method: string, path: string | undefined, status: number): SchemaName[] {
  const operation = paths[path ?? '']?.[method.toLowerCase()] as Operation | undefined
  const { content } = operation?.responses[status] ?? operation?.responses['default'] ?? {}
  const { anyOf, ...one } = content?.['application/json']?.schema ?? {}
  return (anyOf ?? [one]).flatMap(({ $ref }) => ($ref === undefined ? [] : [$ref.split('/').at(-1) as SchemaName]))
}

/** @returns The mismatch between an answer and its schema, or undefined. Fields that the schema lacks are a mismatch. */
export function problemOf(name: SchemaName, text: string): string | undefined {
  const answer: unknown = JSON.parse(text)
  const read = schemas[name].safeParse(answer)
  if (!read.success) return JSON.stringify(read.error.issues.slice(0, 3))
  try {
    expect(answer).toEqual(read.data)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
