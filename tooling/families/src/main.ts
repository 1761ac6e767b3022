import { writeFileSync } from 'node:fs'
import { generate, generated } from './generate.ts'

writeFileSync(generated, await generate())
