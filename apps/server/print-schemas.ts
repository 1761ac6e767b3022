import { generateSchema } from '@reason/gateway/client-apis'

// Written to generate.schema.json by the script `schema`.
process.stdout.write(`${JSON.stringify(generateSchema(), null, 2)}\n`)
