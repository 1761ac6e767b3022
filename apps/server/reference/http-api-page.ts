import { openapiDocument } from '@reason/gateway-api/openapi'
import { version } from '../src/version.ts'
import { generated } from './pages.ts'

interface Operation {
  summary: string
  description?: string
  security?: readonly Readonly<Record<string, unknown>>[]
  parameters?: readonly { name: string; in: string; description?: string; schema: { type?: string; enum?: readonly string[] } }[]
  requestBody?: { content: Readonly<Record<string, { schema: { $ref?: string } }>> }
  responses: Readonly<Record<string, { description: string }>>
}

const described = (text: string): string => text.replaceAll(/<[^>]+>/g, '`$&`')

function sectionOf(method: string, path: string, operation: Operation): string {
  const { summary, description, parameters = [], requestBody, responses } = operation
  const body = Object.values(requestBody?.content ?? {})[0]
    ?.schema.$ref?.split('/')
    .at(-1)
  const lines = [
    ...parameters.map(({ name, in: place, description: about, schema }) => {
      const values = schema.enum?.map((value) => `\`${value}\``).join(', ') ?? schema.type
      return `- ${place} \`${name}\`: ${[values, about && described(about)].filter(Boolean).join('. ')}`
    }),
    ...(body === undefined ? [] : [`- body: schema \`${body}\``]),
    ...Object.entries(responses).flatMap(([status, response]) =>
      status === 'default' ? [] : [`- ${status}: ${described(response.description)}`],
    ),
  ]
  const about = [`${described(summary)}.`, description && described(description)].filter(Boolean).join(' ')
  return `## \`${method.toUpperCase()} ${path}\`\n\n${about}\n\n${lines.join('\n')}\n`
}

export function httpApiPage(): string {
  const { paths } = openapiDocument(version()) as unknown as { paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }
  const sections = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => sectionOf(method, path, operation)),
  )
  return `# HTTP API

${generated}

\`GET /openapi.json\` has all of this as OpenAPI 3.1, with schemas. [Errors of the gateway](gateway-errors.md) describes failures. [Other endpoints](other-endpoints.md) explains the addresses that ask no model for an answer.

${sections.join('\n')}`
}
