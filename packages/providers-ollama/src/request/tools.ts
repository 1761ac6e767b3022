import { isLoose } from '@reason/wire-kit'

/** Simplifies the top level of a schema, as Ollama accepts only one type and objects as properties there. */
export function plainParameters(parameters: unknown): unknown {
  if (!isLoose(parameters)) return parameters
  const { type, properties } = parameters
  return {
    ...parameters,
    ...(Array.isArray(type) && { type: 'object' }),
    ...(isLoose(properties) && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, typeof one === 'boolean' ? {} : one])),
    }),
  }
}
