import * as z from 'zod'
import { policyConfig } from '@reason/policy'
import { configFile } from './config-file.ts'

type JsonSchema = z.core.JSONSchema.JSONSchema

/** The JSON schema of the configuration file, for editors. It is made from the schema that the program reads with. */
export function configSchema(): JsonSchema {
  const schema = toJsonSchema(configFile)
  const llm = toJsonSchema(policyConfig.shape.llm)
  allowDots(llm)
  const { $schema: _, ...inner } = llm
  const { description } = schema.properties!['llm'] as JsonSchema
  return {
    ...schema,
    title: 'Configuration of the Reason gateway',
    properties: { ...schema.properties, llm: { description, ...inner } as JsonSchema },
  }
}

function toJsonSchema(schema: z.core.$ZodType): JsonSchema {
  return z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ jsonSchema }) {
      const json = jsonSchema as Record<string, unknown>
      if (json['about'] !== undefined) json['description'] = json['about']
      for (const ours of ['about', 'kind', 'value', 'part', 'whole']) delete json[ours]
    },
  })
}

/** Policies may be named with dots, at any depth. */
function allowDots(schema: JsonSchema): void {
  if (schema.properties === undefined) return
  schema.patternProperties = { '\\.': {} }
  for (const inner of Object.values(schema.properties)) allowDots(inner as JsonSchema)
}
