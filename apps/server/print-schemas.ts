import { generateSchema } from './src/gateway/client-apis/generate/schemas.ts'

// Written to generate.schema.json by the script `schema`.
process.stdout.write(`${JSON.stringify(generateSchema(), null, 2)}\n`)
