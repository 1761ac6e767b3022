import { auditFiles } from '@reason/audit/files'

console.log(JSON.stringify(await auditFiles(process.argv.slice(2), { examples: 1000, threads: 3 })))
