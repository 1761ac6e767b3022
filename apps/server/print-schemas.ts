import { generateSchema } from '@reason/gateway-api/generate'

// Written to generate.schema.json by the script `schema`.
process.stdout.write(`${JSON.stringify(generateSchema(), null, 2)}\n`)
